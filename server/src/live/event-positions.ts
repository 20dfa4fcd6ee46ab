import { LiveSharer, FrameEncoder, type LiveFix } from './frame-encoder.ts';
import type { LiveTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { TopicMember } from '#server/realtime/realtime.ts';
import type { BusMessage } from './bus-messages.ts';
import { MemberState, type LiveGrant } from './member-state.ts';
import { WatchList } from './watch-list.ts';

/** How often a process repeats whom it watches, in ticks. */
const WATCH_REPEAT_TICKS = 10;
/** A person's own pages hear of a newer position of theirs at most so often. */
const OWN_TOLD_EVERY_MS = 10_000;

type Held = {
  sharer: LiveSharer;
  /**
   * Where the position came to this process: when its consent ends. Such positions are told to those who open the room
   * later. Null for one that another process has told.
   */
  untilMs: number | null;
};

/**
 * The live map of one event in this process: who listens, and the latest position of everybody who shares. A member is
 * told of the friends in its grant and of nobody else; what is said of sharing is said to members one by one.
 */
export class EventPositions {
  readonly #tellOthers: (message: BusMessage) => void;
  readonly #held = new Map<string, Held>();
  /** Whose position is newer than what has been told. */
  readonly #moved = new Set<LiveSharer>();
  readonly #members = new Map<TopicMember, MemberState>();
  readonly #watches = new WatchList();
  /** Who has stopped, until they consent anew: the grants of their devices may be older. */
  readonly #withdrawn = new Set<string>();
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
    return this.#members.size === 0 && ![...this.#held.values()].some(({ untilMs }) => untilMs !== null);
  }

  hasEnded(nowMs: number): boolean {
    return nowMs > this.#endMs;
  }

  /** Everybody whose position is held. */
  get sharerIds(): string[] {
    return [...this.#held.keys()];
  }

  /** Null for a member that has not been granted anything yet. */
  stateOf(member: TopicMember): MemberState | null {
    return this.#members.get(member) ?? null;
  }

  granted(member: TopicMember, grant: LiveGrant, nowMs: number): void {
    this.#endMs = grant.endMs;
    const own = this.#held.get(member.viewer.userId);
    if (own && own.untilMs !== null && grant.sharesUntilMs !== null) own.untilMs = grant.sharesUntilMs;
    const state = this.#members.get(member);
    if (state === undefined) {
      const added = new MemberState(member, grant, nowMs);
      this.#members.set(member, added);
      if (grant.isWatching ?? true) this.watch(added, true, nowMs);
      this.#tellOwn(added);
    } else {
      const before = state.grant;
      if (state.viewer) this.#watches.remove(before.friendIds);
      state.grant = grant;
      if (state.viewer) this.#watches.add(grant.friendIds);
      this.#look(state);
      // Nothing was told to the member while it was asked for, and whoever it has lost is taken away at once.
      this.#sendFrame(state, nowMs);
      const hasOtherFriends = before.friendIds.symmetricDifference(grant.friendIds).size > 0;
      // Whoever shares learns by it that the event ends at another time.
      const hasOtherEnd = grant.sharesUntilMs !== null && before.endMs !== grant.endMs;
      // What the page says of a meeting point depends on who has set it.
      const hasOtherBlocks = before.blocked !== grant.blocked;
      if (hasOtherFriends || hasOtherEnd || hasOtherBlocks) this.#tellPeopleChanged(state);
    }
    this.#watchChanged();
  }

  left(member: TopicMember): void {
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
      state.viewer = new FrameEncoder();
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
  put(userId: string, fix: LiveFix, untilMs: number | null): void {
    if (this.#withdrawn.has(userId)) return;
    const held = this.#held.get(userId);
    if (held) {
      held.sharer.put(fix);
      held.untilMs = untilMs;
      this.#moved.add(held.sharer);
      return;
    }
    const sharer = new LiveSharer(userId, fix);
    this.#held.set(userId, { sharer, untilMs });
    this.#moved.add(sharer);
    for (const state of this.#members.values()) if (state.mayLookAt(userId)) this.#look(state);
    this.#watchChanged();
  }

  /** The person's device was heard of, where it was before. */
  touch(userId: string, atMs: number): void {
    const held = this.#held.get(userId);
    if (held === undefined) return;
    held.sharer.touch(atMs);
    this.#moved.add(held.sharer);
  }

  /** These people share from now on. */
  started(userIds: readonly string[]): void {
    for (const userId of userIds) this.#withdrawn.delete(userId);
    this.#tellFriendsOf(userIds);
  }

  hasWithdrawn(userId: string): boolean {
    return this.#withdrawn.has(userId);
  }

  /** Takes positions away at once and refuses further ones until `started`. */
  withdraw(userIds: readonly string[], nowMs: number): void {
    for (const userId of userIds) this.#withdrawn.add(userId);
    this.#takeAway(userIds, nowMs);
  }

  /** Takes positions away and says so at once. */
  stopped(userIds: readonly string[], nowMs: number): void {
    this.#takeAway(userIds, nowMs);
    this.#tellFriendsOf(userIds);
  }

  #takeAway(userIds: readonly string[], nowMs: number): void {
    const gone = userIds.filter((userId) => this.#drop(userId));
    for (const state of this.#members.values()) {
      if (gone.includes(state.userId)) this.#tellOwn(state);
      if (!gone.some((userId) => state.mayLookAt(userId))) continue;
      this.#look(state);
      this.#sendFrame(state, nowMs);
    }
  }

  /** The positions that came to this process. */
  *ownFixes(): Iterable<[userId: string, fix: LiveFix, contactAtMs: number]> {
    for (const [userId, { sharer, untilMs }] of this.#held) {
      if (untilMs !== null) yield [userId, sharer.latest, sharer.contactAtMs];
    }
  }

  /** Whose consent has ended by the clock, of those whose positions came to this process. */
  expiredIds(nowMs: number): string[] {
    return [...this.#held].flatMap(([userId, { untilMs }]) =>
      untilMs !== null && nowMs > untilMs ? [userId] : [],
    );
  }

  /** What other processes have told may be out of date: forgets it. */
  forgetOthers(nowMs: number): void {
    this.#withdrawn.clear();
    const others = [...this.#held].filter(([, { untilMs }]) => untilMs === null).map(([userId]) => userId);
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
    const nothing: LiveTopicEvents['live_ended'] = {};
    for (const state of this.#members.values()) {
      this.#look(state);
      this.#tellOwn(state);
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
    for (const state of this.#members.values()) {
      this.#sendFrame(state, nowMs);
      this.#tellOwn(state);
    }
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

  /** Tells a page what is held of its own person, where that has changed. */
  #tellOwn(state: MemberState): void {
    const fixedAtMs = this.#held.get(state.userId)?.sharer.latest.fixedAtMs ?? null;
    const told = state.toldOwnMs;
    if (fixedAtMs === told || state.member.grant === null) return;
    if (fixedAtMs !== null && told !== null && fixedAtMs - told < OWN_TOLD_EVERY_MS) return;
    const fixed_at = fixedAtMs === null ? null : new Date(fixedAtMs).toISOString();
    state.member.send('own_position', { fixed_at } satisfies LiveTopicEvents['own_position']);
    state.toldOwnMs = fixedAtMs;
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
    const nothing: LiveTopicEvents['people_changed'] = {};
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
      if (state.grant.sharesUntilMs === null || state.toldWatched === isWatched) continue;
      if (this.#watches.isWatched(state.userId) !== isWatched) continue;
      const payload: LiveTopicEvents['watched'] = { is_watched: isWatched };
      state.member.send('watched', payload);
      state.toldWatched = isWatched;
    }
  }
}
