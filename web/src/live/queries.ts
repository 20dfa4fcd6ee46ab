import { type LivePage, liveRoutes } from '@hereabouts/contract/live';
import { type MeetingPoint, meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import {
  mutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError, call, isOutcomeUnknown, NetworkError } from '#web/lib/api/api.ts';
import { applyOwnResult, applyServerState } from '#web/lib/api/cache-updates.ts';
import { receiveServerTime } from './server-clock.ts';
import { keepSharing, liveKey, sharingKey } from './sharing-query.ts';
import { stopOutbox } from './stopping.ts';

export { liveKey } from './sharing-query.ts';

/** Positions come by the channel. */
export function useLivePage(eventId: number) {
  return useQuery({
    queryKey: liveKey(eventId),
    async queryFn({ signal }) {
      const page = await call(liveRoutes.getLive, { params: { eventId } }, { signal });
      receiveServerTime(Date.parse(page.now));
      return page;
    },
    // Hints may have been missed on the way here.
    refetchOnMount: 'always',
  });
}

/** Of a failed change: whether the server may have taken it. `unavailable` too: the commit may have succeeded and only its answer
 * been lost. */
export const mayHaveArrived = (cause: unknown): boolean =>
  isOutcomeUnknown(cause) || (cause instanceof ApiError && cause.code === 'unavailable');

/** `until`: the end that was shown to the person. `presses`: those of Stop when they agreed; any further one takes it back. */
export type Consent = { until: string; presses: number };

/** A consent that was sent is not aborted when it is taken back: the server may take it after the Stop, and its answer names the
 * sharing to stop. */
export function startingOf(client: QueryClient, eventId: number) {
  return mutationOptions({
    mutationFn({ until, presses }: Consent) {
      // Not sent again: it would follow the Stop.
      if (stopOutbox.pressesOf(eventId) !== presses) throw new NetworkError('stopped meanwhile');
      return call(sharingRoutes.startSharing, { params: { eventId }, body: { until } });
    },
    onSuccess(sharing, { presses }) {
      if (stopOutbox.settleStart(eventId, sharing.started_at, presses)) keepSharing(client, eventId, sharing);
    },
    onError(cause, { presses }) {
      if (!mayHaveArrived(cause)) return;
      if (stopOutbox.pressesOf(eventId) !== presses) stopOutbox.stopOnly(eventId);
      else void client.invalidateQueries({ queryKey: sharingKey });
    },
  });
}

export const useStartSharing = (eventId: number) => useMutation(startingOf(useQueryClient(), eventId));

const withMeetingPoint = (point: MeetingPoint | null) => (page: LivePage | undefined) =>
  page && { ...page, meeting_point: point };

export function receiveMeetingPoint(client: QueryClient, eventId: number, point: MeetingPoint | null): void {
  applyServerState(client, liveKey(eventId), withMeetingPoint(point));
}

export type MeetingPointInput = { name: string; latitude: number; longitude: number; meet_at: string | null };

/** @param onError also called once what has asked for it is gone */
export function useSetMeetingPoint(eventId: number, onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MeetingPointInput) =>
      call(meetingPointRoutes.setMeetingPoint, { params: { eventId }, body }),
    // Taken twice it would be told twice, and replace what somebody else has set in between.
    retry: false,
    onError(error) {
      if (mayHaveArrived(error)) void client.invalidateQueries({ queryKey: liveKey(eventId) });
      onError(error);
    },
    onSuccess: (point) => applyOwnResult(client, liveKey(eventId), withMeetingPoint(point)),
  });
}

/** Of the one set at that time; another one that came meanwhile stays. */
export function useRemoveMeetingPoint(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (setAt: string) =>
      call(meetingPointRoutes.removeMeetingPoint, { params: { eventId }, query: { set_at: setAt } }),
    onSuccess: (_data, setAt) =>
      applyOwnResult<LivePage>(client, liveKey(eventId), (page) =>
        page?.meeting_point?.set_at === setAt ? { ...page, meeting_point: null } : page,
      ),
  });
}
