import type { FrameEncoder } from './frame-encoder.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import { TokenBucket } from '#server/rate-limits/token-bucket.ts';

/** What `mayJoin` has found out about a member of `live:{eventId}`. */
export type LiveGrant = {
  /** Friends who take part: those the member may see (LIVE-02). */
  readonly friendIds: ReadonlySet<string>;
  /** Changes with whoever does not exist for the member. */
  readonly blocked: string | null;
  /** Positions are taken between these two moments, both included (LIVE-01). */
  readonly startMs: number;
  readonly endMs: number;
  /** Until when the member's own session has consented to send positions, included; null: it has not. */
  readonly sharesUntilMs: number | null;
  /** What the join said; null at a recheck. */
  readonly isWatching: boolean | null;
};

/** Positions one device may send, in a burst and in the long run. */
const POSITION_BURST = 4;
const POSITIONS_PER_SECOND = 2;

/** One socket in `live:{eventId}`. */
export class MemberState {
  readonly member: TopicMember;
  grant: LiveGrant;
  /** Null while the member does not watch. */
  viewer: FrameEncoder | null = null;
  /** What the member was told last; null when nothing yet. */
  toldWatched: boolean | null = null;
  /** When the member's own position was taken, as told last; null: that none is held. */
  toldOwnMs: number | null = null;
  readonly #positions: TokenBucket;

  constructor(member: TopicMember, grant: LiveGrant, nowMs: number) {
    this.member = member;
    this.grant = grant;
    this.#positions = new TokenBucket(POSITION_BURST, POSITIONS_PER_SECOND, nowMs);
  }

  get userId(): string {
    return this.member.viewer.userId;
  }

  mayLookAt(userId: string): boolean {
    return this.viewer !== null && this.grant.friendIds.has(userId);
  }

  takePosition(nowMs: number): boolean {
    return this.#positions.take(nowMs);
  }
}
