import { LiveSharer, LiveViewer, type LiveFix } from '@hereabouts/contract/live-frame-encoder';
import type { LiveMessages } from '@hereabouts/contract/realtime-messages';
import type { Member } from '#server/realtime/realtime.ts';
import type { BusMessage } from './bus-messages.ts';
import { MemberState, type LiveGrant } from './member-state.ts';
import { WatchList } from './watch-list.ts';

/** How often a process repeats whom it watches, in ticks. */
const WATCH_REPEAT_TICKS = 10;

type Held = {
  sharer: LiveSharer;
  /** Whether the position came to this process: such ones are told to those who open the room later. */
  isOwn: boolean;
};

/**
 * The live map of one event in this process: who listens, and the latest position of everybody who shares. A member is
 * told of the friends in its grant and of nobody else; what is said of sharing is said to members one by one.
 */
export class LiveRoom {
  readonly #tellOthers: (message: BusMessage) => void;
  readonly #held = new Map<string, Held>();
  /** Whose position is newer than what has been told. */
  readonly #moved = new Set<LiveSharer>();
  readonly #members = new Map<Member, MemberState>();
  readonly #watches = new WatchList();
  #announced = '';
  #ticks = 0;
  /** Somebody may have to be told something at the next tick. */
  #isStale = false;
  #watchMayHaveEnded = false;
  #endMs = Number.POSITIVE_INFINITY;

  constructor(tellOthers: (message: BusMessage) => void) {
    this.#tellOthers = tellOthers;
  }

  /** Nobody listens, and no position is kept that only this process could tell. */
  get isIdle(): boolean {
    return this.#members.size === 0 && ![...this.#held.values()].some(({ isOwn }) => isOwn);
  }

  hasEnded(nowMs: number): boolean {
    return nowMs > this.#endMs;
  }

  /** Everybody whose position is held. */
  get sharerIds(): string[] {
    return [...this.#held.keys()];
  }

  /** Null for a member that has not been granted anything yet. */
  stateOf(member: Member): MemberState | null {
    return this.#members.get(member) ?? null;
  }

  granted(member: Member, grant: LiveGrant, nowMs: number): void {
    this.#endMs = grant.endMs;
    const state = this.#members.get(member);
    if (state === undefined) {
      const added = new MemberState(member, grant, nowMs);
      this.#members.set(member, added);
      if (grant.isWatching ?? true) this.watch(added, true, nowMs);
    } else {
      const before = state.grant;
      if (state.viewer) this.#watches.remove(before.friendIds);
      state.grant = grant;
      if (state.viewer) this.#watches.add(grant.friendIds);
      this.#look(state);
      // Nothing was told to the member while it was asked for, and whoever it has lost is taken away at once.
      this.#sendFrame(state, nowMs);
      if (before.friendIds.symmetricDifference(grant.friendIds).size > 0) this.#tellPeopleChanged(state);
    }
    this.#watchChanged();
  }

  left(member: Member): void {
    const state = this.#members.get(member);
    if (state === undefined) return;
    if (state.viewer) this.#watches.remove(state.grant.friendIds);
    this.#members.delete(member);
    this.#watchMayHaveEnded = true;
  }

  /** A member begins to watch, with a whole frame at once, or stops. */
  watch(state: MemberState, isWatching: boolean, nowMs: number): void {
    if (isWatching === (state.viewer !== null)) return;
    if (isWatching) {
      this.#watches.add(state.grant.friendIds);
      state.viewer = new LiveViewer();
      this.#look(state);
      this.#sendFrame(state, nowMs);
      this.#watchChanged();
    } else {
      this.#watches.remove(state.grant.friendIds);
      state.viewer = null;
      this.#watchMayHaveEnded = true;
    }
  }

  isWatched(userId: string): boolean {
    return this.#watches.isWatched(userId);
  }

  /** Keeps the position in place of the one before. */
  put(userId: string, fix: LiveFix, isOwn: boolean): void {
    const held = this.#held.get(userId);
    if (held) {
      held.sharer.put(fix);
      held.isOwn = isOwn;
      this.#moved.add(held.sharer);
      return;
    }
    const sharer = new LiveSharer(userId, fix);
    this.#held.set(userId, { sharer, isOwn });
    this.#moved.add(sharer);
    for (const state of this.#members.values()) if (state.mayLookAt(userId)) this.#look(state);
    this.#watchChanged();
  }

  /** These people share from now on. */
  started(userIds: readonly string[]): void {
    this.#tellFriendsOf(userIds);
  }

  /** Takes positions away and says so at once. */
  stopped(userIds: readonly string[], nowMs: number): void {
    const gone = userIds.filter((userId) => this.#drop(userId));
    for (const state of this.#members.values()) {
      if (!gone.some((userId) => state.mayLookAt(userId))) continue;
      this.#look(state);
      this.#sendFrame(state, nowMs);
    }
    this.#tellFriendsOf(userIds);
  }

  /** The positions that came to this process. */
  *ownFixes(): Iterable<[userId: string, fix: LiveFix]> {
    for (const [userId, { sharer, isOwn }] of this.#held) if (isOwn) yield [userId, sharer.latest];
  }

  /** What other processes have told may be out of date: forgets it. */
  forgetOthers(nowMs: number): void {
    const others = [...this.#held].filter(([, { isOwn }]) => !isOwn).map(([userId]) => userId);
    this.stopped(others, nowMs);
  }

  heardWatched(process: string, userIds: readonly string[], nowMs: number): void {
    this.#watches.hear(process, userIds, nowMs);
    this.#tellWatched(true);
    this.#watchMayHaveEnded = true;
  }

  /** The event is over: forgets everything and says so. */
  end(): void {
    this.#held.clear();
    this.#moved.clear();
    this.#endMs = Number.POSITIVE_INFINITY;
    const nothing: LiveMessages['live_ended'] = {};
    for (const state of this.#members.values()) {
      this.#look(state);
      state.member.send('live_ended', nothing);
    }
    this.#isStale = true;
  }

  /** Nobody here watches any more: the other processes need not wait until it has been forgotten. */
  close(): void {
    if (this.#announced !== '') this.#tellOthers({ kind: 'watched', userIds: [] });
  }

  /** Tells every member what has changed since the last time. */
  tick(nowMs: number): void {
    this.#ticks += 1;
    if (this.#ticks % WATCH_REPEAT_TICKS === 0) {
      this.#watches.expire(nowMs);
      this.#watchMayHaveEnded = true;
      if (this.#announced !== '') this.#announced = 'to be repeated';
    }
    if (this.#watchMayHaveEnded) {
      this.#watchMayHaveEnded = false;
      this.#watchChanged();
      this.#tellWatched(false);
    }
    for (const sharer of this.#moved) if (sharer.step(nowMs)) this.#isStale = true;
    this.#moved.clear();
    if (!this.#isStale) return;
    this.#isStale = false;
    for (const state of this.#members.values()) this.#sendFrame(state, nowMs);
  }

  #look({ viewer, grant }: MemberState): void {
    if (viewer === null) return;
    const sharers = new Set<LiveSharer>();
    for (const userId of grant.friendIds) {
      const held = this.#held.get(userId);
      if (held) sharers.add(held.sharer);
    }
    viewer.see(sharers);
  }

  #sendFrame({ member, viewer }: MemberState, nowMs: number): void {
    if (viewer === null) return;
    // Nothing may be said while access is asked for; the frame would be lost, and the next one builds on it.
    if (member.grant === null) {
      this.#isStale = true;
      return;
    }
    const frame = viewer.frame(nowMs);
    if (frame !== null) member.sendBinary('frame', frame);
  }

  #drop(userId: string): boolean {
    const held = this.#held.get(userId);
    if (held === undefined) return false;
    this.#held.delete(userId);
    this.#moved.delete(held.sharer);
    return true;
  }

  #tellFriendsOf(userIds: readonly string[]): void {
    for (const state of this.#members.values()) {
      if (userIds.some((userId) => state.grant.friendIds.has(userId))) this.#tellPeopleChanged(state);
    }
  }

  #tellPeopleChanged({ member }: MemberState): void {
    const nothing: LiveMessages['people_changed'] = {};
    member.send('people_changed', nothing);
  }

  /** Tells the other processes, if it is news to them, whom this one watches. */
  #watchChanged(): void {
    const watched = this.sharerIds.filter((userId) => this.#watches.isWatchedHere(userId)).toSorted();
    const announcement = watched.join();
    if (announcement !== this.#announced) {
      this.#announced = announcement;
      this.#tellOthers({ kind: 'watched', userIds: watched });
    }
    this.#tellWatched(true);
  }

  /** Tells the sharing devices of this process for whom it has become `isWatched`. */
  #tellWatched(isWatched: boolean): void {
    for (const state of this.#members.values()) {
      if (!state.grant.isSharing || state.toldWatched === isWatched) continue;
      if (this.#watches.isWatched(state.userId) !== isWatched) continue;
      const payload: LiveMessages['watched'] = { is_watched: isWatched };
      state.member.send('watched', payload);
      state.toldWatched = isWatched;
    }
  }
}
