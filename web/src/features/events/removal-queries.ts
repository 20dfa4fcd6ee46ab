import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import type { EventInvite } from '@hereabouts/contract/events';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { personName } from '@hereabouts/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import { eventKey } from './queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

const REMOVE_FAILED = texts.removeGuestFailed;
const RETURN_FAILED = texts.letBackInFailed;
const RENEW_FAILED = texts.renewLinkFailed;

/** Under the event's key, so that `event_changed` refetches it too. */
export function useRemoved(eventId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...eventKey(eventId), 'removed'],
    queryFn: ({ signal }) => call(guestRemovalRoutes.listRemoved, { params: { eventId } }, { signal }),
    enabled,
  });
}

export function useRemoveGuest(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ user, renewsLink }: { user: EventInvite['user']; renewsLink: boolean }) => {
      await call(guestRemovalRoutes.removeGuest, { params: { eventId, userId: user.id } });
      if (renewsLink) {
        await renewLink(eventId).catch((error: unknown) => showAlert(failureText(RENEW_FAILED, error)));
      }
    },
    onSuccess(_, { user }) {
      clearAlerts(REMOVE_FAILED);
      showNotice(texts.guestRemoved(personName(user)));
    },
    onError: (error) => showAlert(failureText(REMOVE_FAILED, error)),
    // Not awaited: the dialog is locked until the answer is there.
    onSettled: () => void client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}

async function renewLink(eventId: number): Promise<void> {
  const params = { eventId };
  const { link } = await call(eventLinkRoutes.getEventLink, { params });
  if (link !== null) await call(eventLinkRoutes.createEventLink, { params });
}

export function useLetBackIn(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(guestRemovalRoutes.letBackIn, { params: { eventId, userId } }),
    onSuccess: () => clearAlerts(RETURN_FAILED),
    onError: (error) =>
      showAlert(
        error instanceof ApiError && error.code === 'conflict'
          ? error.message
          : failureText(RETURN_FAILED, error),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}
