import { FrameEncoder } from './frame-encoder.ts';
import { HeldPositions, type Sender } from './held-positions.ts';
import type { LiveFix } from './live-sharer.ts';
import type { LiveTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { SessionControl } from '#server/realtime/control.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import type { BusMessage } from './bus-messages.ts';
import { MemberState, type LiveGrant } from './member-state.ts';
import { WatchList } from './watch-list.ts';

const WATCH_REPEAT_TICKS = 10;
const PEOPLE_CHANGED_EVERY_TICKS = 2;
const OWN_TOLD_EVERY_MS = 10_000;

/** The live map of one event in this process. A member receives data about friends in its grant only, never by the topic. */
export class EventPositions {
  readonly #publishToBus: (message: BusMessage) => void;
  readonly #isQuiet: (nowMs: number) => boolean;
  readonly #held = new HeldPositions();
  readonly #members = new Map<TopicMember, MemberState>();
  readonly #watches = new WatchList();
  /** Refused until a new consent: the grants of their devices may be outdated. */
  readonly #withdrawn = new Set<string>();
  #withChangedPeople = new Set<MemberState>();
  #publishedWatched = '';
  #ticks = 0;
  #isStale = false;
  #watchMayHaveEnded = false;
  #endMs = Number.POSITIVE_INFINITY;

  /** @param isQuiet while true, no position is sent to viewers */
  constructor(publishToBus: (message: BusMessage) => void, isQuiet: (nowMs: number) => boolean) {
    this.#publishToBus = publishToBus;
    this.#isQuiet = isQuiet;
  }

  /** No members, and no position that other processes could request. */
  get isIdle(): boolean {
    return this.#members.size === 0 && !this.#held.hasOwn;
  }

  hasEnded(nowMs: number): boolean {
    return nowMs > this.#endMs;
  }

  get sharerIds(): string[] {
    return this.#held.ids;
  }

  stateOf(member: TopicMember): MemberState | null {
    return this.#members.get(member) ?? null;
  }

  granted(member: TopicMember, grant: LiveGrant, nowMs: number): void {
    this.#endMs = grant.endMs;
    if (grant.sharesUntilMs !== null) this.#held.extend(member.viewer.userId, grant.sharesUntilMs);
    const state = this.#members.get(member);
    if (state === undefined) {
      const added = new MemberState(member, grant, nowMs);
      this.#members.set(member, added);
      if (grant.isWatching ?? true) this.watch(added, true, nowMs);
      this.#sendOwnPosition(added);
    } else {
      const before = state.grant;
      if (state.viewer) this.#watches.remove(before.friendIds);
      state.renew(grant);
      if (state.viewer) this.#watches.add(grant.friendIds);
      this.#look(state);
      // Nothing was sent during the recheck; removed friends disappear at once.
      this.#sendFrame(state, nowMs);
      this.#sendOwnPosition(state);
      const isWaiting = this.#withChangedPeople.delete(state);
      const hasOtherFriends = before.friendIds.symmetricDifference(grant.friendIds).size > 0;
      // Sharers learn the new end of the event by this message.
      const hasOtherEnd = grant.sharesUntilMs !== null && before.endMs !== grant.endMs;
      // The payload of the meeting point depends on the blocks.
      const hasOtherBlocks = before.blocked !== grant.blocked;
      if (isWaiting || hasOtherFriends || hasOtherEnd || hasOtherBlocks) this.#sendPeopleChanged(state);
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

  /** A member that repeats `watch` has dropped the frames received so far: it gets a complete one again. */
  watch(state: MemberState, isWatching: boolean, nowMs: number): void {
    const wasWatching = state.viewer !== null;
    if (isWatching) {
      if (!wasWatching) this.#watches.add(state.grant.friendIds);
      state.viewer = new FrameEncoder();
      this.#look(state);
      this.#sendFrame(state, nowMs);
      if (!wasWatching) this.#watchChanged();
    } else if (wasWatching) {
      this.#watches.remove(state.grant.friendIds);
      state.viewer = null;
      this.#watchMayHaveEnded = true;
    }
  }

  isWatched(userId: string): boolean {
    return this.#watches.isWatched(userId);
  }

  put(userId: string, fix: LiveFix, sender: Sender | null): void {
    if (this.#withdrawn.has(userId)) return;
    const isNew = this.#held.put(userId, fix, sender);
    if (!isNew) return;
    for (const state of this.#members.values()) if (state.mayLookAt(userId)) this.#look(state);
    this.#watchChanged();
  }

  touch(userId: string, atMs: number): void {
    this.#held.touch(userId, atMs);
  }

  started(userIds: readonly string[]): void {
    for (const userId of userIds) this.#withdrawn.delete(userId);
    this.#notifyFriendsOf(userIds);
  }

  hasWithdrawn(userId: string): boolean {
    return this.#withdrawn.has(userId);
  }

  withdraw(userIds: readonly string[], nowMs: number): void {
    for (const userId of userIds) this.#withdrawn.add(userId);
    this.#takeAway(userIds, nowMs);
  }

  stopped(userIds: readonly string[], nowMs: number): void {
    this.#takeAway(userIds, nowMs);
    this.#notifyFriendsOf(userIds);
  }

  /** `grants`: how many grants had been read when the loss was looked up. Devices need a newer one to send again. */
  lost(userId: string, grants: number, nowMs: number): void {
    for (const state of this.#members.values()) if (state.userId === userId) state.loseConsent(grants);
    this.stopped([userId], nowMs);
  }

  #takeAway(userIds: readonly string[], nowMs: number): void {
    const gone = userIds.filter((userId) => this.#held.drop(userId));
    for (const state of this.#members.values()) {
      if (gone.includes(state.userId)) this.#sendOwnPosition(state);
      if (!gone.some((userId) => state.mayLookAt(userId))) continue;
      this.#look(state);
      this.#sendFrame(state, nowMs);
    }
  }

  setBack(byMs: number): void {
    this.#held.setBack(byMs);
    for (const state of this.#members.values()) state.setBack(byMs);
  }

  ownFixes(): Iterable<[userId: string, fix: LiveFix, contactAtMs: number]> {
    return this.#held.ownFixes();
  }

  /** Only sharers whose positions this process received from their devices. */
  expiredIds(nowMs: number): string[] {
    return this.#held.expiredIds(nowMs);
  }

  /** For an ended session: only sharers whose device sends to this process. For all sessions of a person: from any process. */
  idsOfEnded(ended: SessionControl): string[] {
    return this.#held.idsOfEnded(ended);
  }

  /** Drops positions of other processes, which may be outdated, and withdrawals that the database knows. */
  forgetOthers(nowMs: number, isPending: (userId: string) => boolean): void {
    for (const userId of this.#withdrawn) if (!isPending(userId)) this.#withdrawn.delete(userId);
    this.stopped(this.#held.otherIds, nowMs);
  }

  receiveWatched(process: string, userIds: readonly string[], nowMs: number): void {
    this.#watches.receive(process, userIds, nowMs);
    this.#sendWatched(true);
    this.#watchMayHaveEnded = true;
  }

  end(): void {
    this.#held.clear();
    this.#endMs = Number.POSITIVE_INFINITY;
    for (const state of this.#members.values()) {
      this.#look(state);
      this.#sendOwnPosition(state);
      state.member.send('live_ended', {} satisfies LiveTopicEvents['live_ended']);
    }
    this.#isStale = true;
  }

  close(): void {
    if (this.#publishedWatched !== '') this.#publishToBus({ kind: 'watched', userIds: [] });
  }

  tick(nowMs: number): void {
    this.#ticks += 1;
    this.#sendWaitingHints();
    if (this.#ticks % WATCH_REPEAT_TICKS === 0) {
      this.#watches.expire(nowMs);
      this.#watchMayHaveEnded = true;
      if (this.#publishedWatched !== '') this.#publishedWatched = 'to be repeated';
    }
    if (this.#watchMayHaveEnded) {
      this.#watchMayHaveEnded = false;
      this.#watchChanged();
      this.#sendWatched(false);
    }
    if (this.#held.step(nowMs)) this.#isStale = true;
    if (!this.#isStale) return;
    this.#isStale = false;
    for (const state of this.#members.values()) {
      this.#sendFrame(state, nowMs);
      this.#sendOwnPosition(state);
    }
  }

  #look({ viewer, grant }: MemberState): void {
    viewer?.see(this.#held.sharersAmong(grant.friendIds));
  }

  #sendFrame({ member, viewer }: MemberState, nowMs: number): void {
    if (viewer === null) return;
    const isQuiet = this.#isQuiet(nowMs);
    this.#isStale ||= isQuiet || member.grant === null;
    // During a recheck the frame would be dropped, but later deltas would depend on it.
    if (member.grant === null) return;
    const frame = viewer.frame(nowMs, isQuiet);
    if (frame !== null) member.sendBinary('frame', frame);
  }

  #sendOwnPosition(state: MemberState): void {
    const fixedAtMs = this.#held.fixedAtMs(state.userId);
    const told = state.sentOwnMs;
    if (fixedAtMs === told || state.member.grant === null) return;
    if (fixedAtMs !== null && told !== null && fixedAtMs - told < OWN_TOLD_EVERY_MS) return;
    const fixed_at = fixedAtMs === null ? null : new Date(fixedAtMs).toISOString();
    state.member.send('own_position', { fixed_at } satisfies LiveTopicEvents['own_position']);
    state.sentOwnMs = fixedAtMs;
  }

  #notifyFriendsOf(userIds: readonly string[]): void {
    for (const state of this.#members.values()) {
      if (userIds.some((userId) => state.grant.friendIds.has(userId))) this.#sendPeopleChanged(state);
    }
  }

  /** Sent at once or after a recheck; further hints are merged, because each makes the member's page read again. */
  #sendPeopleChanged(state: MemberState): void {
    const isTooSoon = this.#ticks - state.peopleChangedAtTick < PEOPLE_CHANGED_EVERY_TICKS;
    if (isTooSoon || state.member.grant === null) {
      this.#withChangedPeople.add(state);
      return;
    }
    state.peopleChangedAtTick = this.#ticks;
    state.member.send('people_changed', {} satisfies LiveTopicEvents['people_changed']);
  }

  #sendWaitingHints(): void {
    const waiting = this.#withChangedPeople;
    if (waiting.size === 0) return;
    this.#withChangedPeople = new Set();
    for (const state of waiting) {
      if (this.#members.get(state.member) === state) this.#sendPeopleChanged(state);
    }
  }

  #watchChanged(): void {
    const watched = this.sharerIds.filter((userId) => this.#watches.isWatchedHere(userId)).toSorted();
    const watchedKey = watched.join();
    if (watchedKey !== this.#publishedWatched) {
      this.#publishedWatched = watchedKey;
      this.#publishToBus({ kind: 'watched', userIds: watched });
    }
    this.#sendWatched(true);
  }

  #sendWatched(isWatched: boolean): void {
    for (const state of this.#members.values()) {
      if (state.grant.sharesUntilMs === null || state.sentWatched === isWatched) continue;
      // During a recheck the message would be dropped but count as sent.
      if (state.member.grant === null || this.#watches.isWatched(state.userId) !== isWatched) continue;
      const payload: LiveTopicEvents['watched'] = { is_watched: isWatched };
      state.member.send('watched', payload);
      state.sentWatched = isWatched;
    }
  }
}
