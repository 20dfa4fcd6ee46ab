import { liveRoutes, type LivePage, type MeetingPoint, type Sharing } from '@hereabouts/contract/live';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { applyAnswer, applyTold } from '#web/lib/told.ts';
import { hearServerTime } from './server-clock.ts';
import { sharingKey } from './sharing-query.ts';

export const liveKey = (eventId: number) => ['live', eventId] as const;

/** Who of the viewer's friends takes part, and the meeting point; where they are comes by the channel. */
export function useLivePage(eventId: number) {
  return useQuery({
    queryKey: liveKey(eventId),
    async queryFn({ signal }) {
      const page = await call(liveRoutes.getLive, { params: { eventId } }, { signal });
      hearServerTime(Date.parse(page.now));
      return page;
    },
    // Hints may have been missed on the way here.
    refetchOnMount: 'always',
  });
}

function keepSharing(client: QueryClient, eventId: number, sharing: Sharing | null): void {
  applyAnswer<Sharing[]>(client, sharingKey, (before = []) => [
    ...before.filter(({ event }) => event.id !== eventId),
    ...(sharing ? [sharing] : []),
  ]);
  applyAnswer<LivePage>(client, liveKey(eventId), (page) => page && { ...page, sharing });
}

/** Consents to share where one is with friends at this event, from this device. */
export function useStartSharing(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(liveRoutes.startSharing, { params: { eventId } }),
    onSuccess: (sharing) => keepSharing(client, eventId, sharing),
  });
}

export const stopSharingKey = (eventId: number) => ['stop-sharing', eventId] as const;

export function useStopSharing(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: stopSharingKey(eventId),
    mutationFn: () => call(liveRoutes.stopSharing, { params: { eventId } }),
    onSuccess: () => keepSharing(client, eventId, null),
  });
}

const withMeetingPoint = (point: MeetingPoint | null) => (page: LivePage | undefined) =>
  page && { ...page, meeting_point: point };

/** Somebody has set another, or taken it away. */
export function hearMeetingPoint(client: QueryClient, eventId: number, point: MeetingPoint | null): void {
  applyTold(client, liveKey(eventId), withMeetingPoint(point));
}

export type MeetingPointInput = { name: string; latitude: number; longitude: number; meet_at: string | null };

/** Sets the event's one meeting point in place of the last. */
export function useSetMeetingPoint(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MeetingPointInput) => call(liveRoutes.setMeetingPoint, { params: { eventId }, body }),
    onSuccess: (point) => applyAnswer(client, liveKey(eventId), withMeetingPoint(point)),
  });
}

export function useRemoveMeetingPoint(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(liveRoutes.removeMeetingPoint, { params: { eventId } }),
    onSuccess: () => applyAnswer(client, liveKey(eventId), withMeetingPoint(null)),
  });
}
