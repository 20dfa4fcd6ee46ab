import { eventRoutes, type EventDetail } from '@hereabouts/contract/events';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import { eventKey } from './queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

const CANCEL_FAILED = texts.cancelEventFailed;
const AFTER_CANCELLATION = {
  edit: false,
  invite: false,
  respond: false,
  cancel: false,
  live: false,
  link: false,
  remove_guests: false,
  co_hosts: false,
  announce: false,
};

export function useCancelEvent(eventId: number) {
  const client = useQueryClient();
  const key = eventKey(eventId);
  return useMutation({
    mutationFn: () => call(eventRoutes.cancelEvent, { params: { eventId } }),
    onSuccess() {
      clearAlerts(CANCEL_FAILED);
      client.setQueryData<EventDetail>(
        key,
        (event) => event && { ...event, is_cancelled: true, permissions: AFTER_CANCELLATION },
      );
      for (const queryKey of [['home'], key, ['invitable', eventId], ['user']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (error) =>
      showAlert(
        error instanceof ApiError && error.code === 'event_ended'
          ? error.message
          : failureText(CANCEL_FAILED, error),
      ),
  });
}
