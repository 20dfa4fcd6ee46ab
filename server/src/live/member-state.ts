import type { FrameEncoder } from './frame-encoder.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import { TokenBucket } from '#server/rate-limits/token-bucket.ts';

export type LiveGrant = {
  /** LIVE-02. */
  readonly friendIds: ReadonlySet<string>;
  /** A digest of the blocks that concern the member. */
  readonly blocked: string | null;
  /** Positions are accepted from start to end, both included (LIVE-01). */
  readonly startMs: number;
  readonly endMs: number;
  /** End of the session's consent, included; null without one. */
  readonly sharesUntilMs: number | null;
  /** From the join; null at a recheck. */
  readonly isWatching: boolean | null;
};

const POSITION_BURST = 4;
const POSITIONS_PER_SECOND = 2;
/** Each looks at everybody who shares. */
const WATCH_BURST = 30;
const WATCHES_PER_SECOND = 1;

let grants = 0;

/** Number of grants read so far. Grants read later may be newer than what a query that starts now returns. */
export const grantCount = (): number => grants;

export class MemberState {
  readonly member: TopicMember;
  #grant: LiveGrant;
  #grantNumber: number;
  viewer: FrameEncoder | null = null;
  sentWatched: boolean | null = null;
  peopleChangedAtTick = Number.NEGATIVE_INFINITY;
  /** Time of the own position last sent; null if none is held. */
  sentOwnMs: number | null = null;
  #newestFixMs = Number.NEGATIVE_INFINITY;
  readonly #positions: TokenBucket;
  readonly #watching: TokenBucket;

  constructor(member: TopicMember, grant: LiveGrant, nowMs: number) {
    this.member = member;
    this.#grant = grant;
    this.#grantNumber = ++grants;
    this.#positions = new TokenBucket(POSITION_BURST, POSITIONS_PER_SECOND, nowMs);
    this.#watching = new TokenBucket(WATCH_BURST, WATCHES_PER_SECOND, nowMs);
  }

  get grant(): LiveGrant {
    return this.#grant;
  }

  renew(grant: LiveGrant): void {
    this.#grant = grant;
    this.#grantNumber = ++grants;
  }

  /** Ignored if the grant is newer than the first `known` ones. */
  loseConsent(known: number): void {
    if (this.#grantNumber <= known) this.#grant = { ...this.#grant, sharesUntilMs: null };
  }

  get userId(): string {
    return this.member.viewer.userId;
  }

  mayLookAt(userId: string): boolean {
    return this.viewer !== null && this.grant.friendIds.has(userId);
  }

  takeWatch(nowMs: number): boolean {
    return this.#watching.take(nowMs);
  }

  takePosition(nowMs: number): boolean {
    return this.#positions.take(nowMs);
  }

  /** The time of the next fix, never before that of the last one: a socket delivers in order, but ages count from the arrival, so
   * that a delayed fix can seem older than the one before. */
  fixedAtMs(byItsAgeMs: number): number {
    this.#newestFixMs = Math.max(this.#newestFixMs, byItsAgeMs);
    return this.#newestFixMs;
  }

  setBack(byMs: number): void {
    this.#newestFixMs -= byMs;
    if (this.sentOwnMs !== null) this.sentOwnMs -= byMs;
  }
}
