import { hasEnded, hasStarted } from '@hereabouts/contract/event-times';
import type { LivePage } from '@hereabouts/contract/live';
import type { MeetingPoint } from '@hereabouts/contract/meeting-points';
import type { Sharing } from '@hereabouts/contract/sharing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { readOnHint } from '#web/lib/api/hints.ts';
import { ApiError, isNotFound } from '#web/lib/api/api.ts';
import { useWaitsOffline } from '#web/lib/api/use-waits-offline.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { PacedChanges } from '#web/lib/time/paced-changes.ts';
import { withPositions, type LiveFriend } from './live-friends.ts';
import type { ChannelState } from './live-channel.ts';
import { liveChannel } from './live-channels.ts';
import { useOwnPosition, type OwnPosition } from './own-position.ts';
import { receiveMeetingPoint, liveKey, useLivePage } from './queries.ts';
import { useServerNow } from './server-clock.ts';
import { sharingKey } from './sharing-query.ts';

const TICK_MS = 2_000;
/** Bounds the pause on a device that draws slowly, so that somebody who stops sharing disappears soon. */
const POSITIONS_REST_MAX_MS = 1_000;
/** Between two attempts at a topic that is refused although the page may be read. */
const REJOIN_MS = 3_000;

export type LivePhase = 'before' | 'running' | 'ended' | 'cancelled';

export type LiveEvent = {
  page: LivePage;
  phase: LivePhase;
  /** The viewer's friends who take part, by name, with where they are. */
  friends: LiveFriend[];
  meetingPoint: MeetingPoint | null;
  own: OwnPosition;
  /** By the server's clock; moves on with each tick. */
  nowMs: number;
  connection: ChannelState;
  /** When the viewer's position held by the server was taken; null: it holds none, as far as known. */
  ownFixedAtMs: number | null;
  /** Null while the page is read again because the event has begun since. */
  mayShare: boolean | null;
};

/** `refused`: takes no part in the event, with the server's words. `missing`: there is no such event for the viewer. */
export type Live =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'refused'; message: string }
  | { status: 'failed'; isOffline: boolean; retry: () => void; isRetrying: boolean }
  | ({ status: 'ready' } & LiveEvent);

/** @param nowMs on the server's clock */
function phaseOf(
  event: Pick<LivePage['event'], 'start_time' | 'end_time' | 'is_cancelled'>,
  nowMs: number,
): LivePhase {
  if (event.is_cancelled) return 'cancelled';
  if (hasEnded(event, nowMs)) return 'ended';
  return hasStarted(event, nowMs) ? 'running' : 'before';
}

/** For a page that may have been read before the end was heard of. A later read wins: the event may have been moved. */
export function livePhase(
  { event, now }: Pick<LivePage, 'event' | 'now'>,
  nowMs: number,
  endedAtMs: number | null,
): LivePhase {
  const readAtMs = Date.parse(now);
  if (endedAtMs !== null && readAtMs <= endedAtMs && !event.is_cancelled) return 'ended';
  // `nowMs` moves on with ticks: it must not put back what the page knew.
  return phaseOf(event, Math.max(nowMs, readAtMs));
}

/** Everything live about one event. All components of a page share one channel and one position watch. */
export function useLive(eventId: number, tickMs = TICK_MS): Live {
  const query = useLivePage(eventId);
  const waitsOffline = useWaitsOffline(query);
  const own = useOwnPosition();
  const nowMs = useServerNow(tickMs);
  const channel = useMemo(() => liveChannel(eventId), [eventId]);
  const { state, positions, ownFixedAtMs, endedAtMs } = useSyncExternalStore(
    channel.subscribe,
    channel.snapshot,
  );
  const { data: page, error } = query;
  const isMissing = isNotFound(error);
  const isRefused = error instanceof ApiError && error.code === 'forbidden';
  const phase = page && livePhase(page, nowMs, endedAtMs);
  const isOpen = (phase === 'before' || phase === 'running') && !isMissing && !isRefused;
  useChannel(eventId, isOpen, query.dataUpdatedAt);
  // Nobody may share before the start, and nothing is published at it.
  const hasBegunSince =
    phase === 'running' && page !== undefined && !hasStarted(page.event, Date.parse(page.now));
  const client = useQueryClient();
  useEffect(() => {
    if (hasBegunSince) readOnHint(client, liveKey(eventId));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- again where the server still answered as before the start
  }, [client, eventId, hasBegunSince, page?.now]);
  const friends = useMemo(() => {
    const heard = phase === 'running' ? positions : new Map();
    return page ? withPositions(page.friends, heard, nowMs, state !== 'joining' && state !== 'lost') : [];
  }, [page, phase, positions, nowMs, state]);

  // A failed refetch keeps the page, unless access is lost.
  if (isMissing) return { status: 'missing' };
  if (isRefused) return { status: 'refused', message: error.message };
  if (page === undefined || phase === undefined) {
    if (query.isPending && !waitsOffline) return { status: 'loading' };
    const retry = () => void query.refetch();
    return { status: 'failed', isOffline: waitsOffline, retry, isRetrying: query.isFetching };
  }
  return {
    status: 'ready',
    page,
    phase,
    friends,
    meetingPoint: page.meeting_point,
    own,
    nowMs,
    connection: state,
    ownFixedAtMs,
    mayShare: hasBegunSince ? null : page.may_share,
  };
}

function useChannel(eventId: number, mayWatch: boolean, readAtMs: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!mayWatch) return;
    const readAgain = () => readOnHint(client, liveKey(eventId));
    const paced = new PacedChanges<void>((show) => show(), { restMaxMs: POSITIONS_REST_MAX_MS });
    return liveChannel(eventId).watch({
      pace: (show) => paced.add(show),
      onPeopleChanged() {
        readAgain();
        // The device that shares reads it itself.
        const isElsewhere = ({ event, is_this_device }: Sharing) => event.id === eventId && !is_this_device;
        if (client.getQueryData<Sharing[]>(sharingKey)?.some(isElsewhere)) readOnHint(client, sharingKey);
      },
      onMeetingPoint: (point) => receiveMeetingPoint(client, eventId, point),
      onResync: readAgain,
    });
  }, [client, eventId, mayWatch]);
  useEffect(() => {
    const channel = liveChannel(eventId);
    if (!mayWatch || channel.snapshot().state !== 'gone') return;
    return webClock.after(REJOIN_MS, () => channel.rejoin());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each reading of the page is a reason to try again
  }, [eventId, mayWatch, readAtMs]);
}
