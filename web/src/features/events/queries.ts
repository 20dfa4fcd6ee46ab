import { eventRoutes } from '@hereabouts/contract/events';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export const eventKey = (eventId: number) => ['event', eventId] as const;

export function useEvent(eventId: number) {
  return useQuery({
    queryKey: eventKey(eventId),
    queryFn: ({ signal }) => call(eventRoutes.getEvent, { params: { eventId } }, { signal }),
  });
}
