import { ANNOUNCEMENT_TEXTS, announcementRoutes } from '@hereabouts/contract/announcements';
import type { EventDetail } from '@hereabouts/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call } from '#web/lib/api/api.ts';
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
      return client.invalidateQueries({ queryKey: eventKey(eventId) });
    },
  });
}

export const announceProblem = (error: unknown): string => {
  const isRefused = error instanceof ApiError && error.status < 500;
  if (!isRefused) return failureText(texts.sendAnnouncementFailed, error);
  return error.code === 'rate_limited' ? `${ANNOUNCEMENT_TEXTS.tooMany}.` : error.message;
};

/** Of the announcement made at that time; a later one that came meanwhile stays. */
export function useTakeDown(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (madeAt: string) =>
      call(announcementRoutes.takeDownAnnouncement, { params: { eventId }, query: { up_to: madeAt } }),
    onSuccess(_data, madeAt) {
      clearAlerts(TAKE_DOWN_FAILED);
      client.setQueryData<EventDetail>(
        eventKey(eventId),
        (event) => (event?.announcement?.made_at === madeAt ? { ...event, announcement: null } : event),
      );
    },
    onError: (error) => showAlert(failureText(TAKE_DOWN_FAILED, error)),
    onSettled: () => client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}
