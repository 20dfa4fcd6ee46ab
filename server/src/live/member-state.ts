import type { LiveViewer } from '@hereabouts/contract/live-frame-encoder';
import type { Member } from '#server/realtime/realtime.ts';
import { TokenBucket } from '#server/realtime/token-bucket.ts';

/** What `mayJoin` has found out about a member of `live:{eventId}`. */
export type LiveGrant = {
  /** Friends who take part: those the member may see (LIVE-02). */
  readonly friendIds: ReadonlySet<string>;
  /** Positions are taken between these two moments, both included (LIVE-01). */
  readonly startMs: number;
  readonly endMs: number;
  /** Whether the member's own session has consented to send positions. */
  readonly isSharing: boolean;
  /** What the join said; null at a recheck. */
  readonly isWatching: boolean | null;
};

/** Positions one device may send, in a burst and in the long run. */
const POSITION_BURST = 4;
const POSITIONS_PER_SECOND = 2;

/** One socket in the room of an event. */
export class MemberState {
  readonly member: Member;
  grant: LiveGrant;
  /** Null while the member does not watch. */
  viewer: LiveViewer | null = null;
  /** What the member was told last; null when nothing yet. */
  toldWatched: boolean | null = null;
  readonly #positions: TokenBucket;

  constructor(member: Member, grant: LiveGrant, nowMs: number) {
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
