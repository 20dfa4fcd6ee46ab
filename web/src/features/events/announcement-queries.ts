import { announcementRoutes } from '@hereabouts/contract/announcements';
import type { EventDetail } from '@hereabouts/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, isServerResponse } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import { eventKey } from './queries.ts';

const TAKE_DOWN_FAILED = texts.takeDownAnnouncementFailed;

/** A retry after a lost answer announces once; another text is another announcement. @param onError also once the dialog is closed */
export function useAnnounce(eventId: number, onError: (error: Error) => void) {
  const client = useQueryClient();
  const last = useRef({ id: '', message: '' });
  return useMutation({
    mutationFn(message: string) {
      if (message !== last.current.message) last.current = { id: newUuid(), message };
      return call(announcementRoutes.announce, { params: { eventId }, body: last.current });
    },
    onError,
    onSuccess() {
      last.current = { id: '', message: '' };
      // Not awaited: the dialog stays open until the answer is there.
      void client.invalidateQueries({ queryKey: eventKey(eventId) });
    },
  });
}

/** A refusal has words of its own: several limits refuse announcements. */
export const announceProblem = (error: unknown): string =>
  isServerResponse(error) && error.status < 500
    ? error.message
    : failureText(texts.sendAnnouncementFailed, error);

/** Of the announcement made at that time; a later one that came meanwhile stays. */
export function useTakeDown(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (madeAt: string) =>
      call(announcementRoutes.takeDownAnnouncement, { params: { eventId }, query: { up_to: madeAt } }),
    onSuccess(_data, madeAt) {
      clearAlerts(TAKE_DOWN_FAILED);
      client.setQueryData<EventDetail>(eventKey(eventId), (event) =>
        event?.announcement?.made_at === madeAt ? { ...event, announcement: null } : event,
      );
    },
    onError: (error) => showAlert(failureText(TAKE_DOWN_FAILED, error)),
    onSettled: () => void client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}
