import { ANNOUNCEMENT_TEXTS, announcementRoutes } from '@hereabouts/contract/announcements';
import type { EventDetail } from '@hereabouts/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import { eventKey } from './queries.ts';

const TAKE_DOWN_FAILED = texts.theAnnouncementCouldNotBeTaken;

/** Fails at once without a connection: it must not be made some time later. */
export function useAnnounce(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { id: string; message: string }) =>
      call(announcementRoutes.announce, { params: { eventId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}

export const announceProblem = (error: unknown): string => {
  if (!(error instanceof ApiError)) return texts.theAnnouncementCouldNotBeSent;
  if (error.code === 'rate_limited') return `${ANNOUNCEMENT_TEXTS.tooMany}.`;
  return error.status < 500 ? error.message : texts.theAnnouncementCouldNotBeSent;
};

export function useTakeDown(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(announcementRoutes.takeDownAnnouncement, { params: { eventId } }),
    onSuccess() {
      clearAlerts(TAKE_DOWN_FAILED);
      client.setQueryData<EventDetail>(
        eventKey(eventId),
        (event) => event && { ...event, announcement: null },
      );
    },
    onError: () => showAlert(TAKE_DOWN_FAILED),
    onSettled: () => client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}
