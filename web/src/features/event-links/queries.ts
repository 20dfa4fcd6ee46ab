import { eventLinkRoutes, type EventLink } from '@hereabouts/contract/event-links';
import type { ResponseOf } from '@hereabouts/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { pageAskedAtMs } from '#web/lib/api/page-responses.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';
import { offerInPage } from './offer-in-page.ts';

/** Under the event's key, so that `event_changed` refetches it too. */
const linkKey = (eventId: number) => ['event', eventId, 'link'] as const;
type EventLinkState = ResponseOf<typeof eventLinkRoutes.getEventLink>;
export const offerKey = (token: string, viewerId: string | null) => ['event-link', token, viewerId] as const;

/** For hosts, while it is shown. */
export function useEventLink(eventId: number) {
  return useQuery({
    queryKey: linkKey(eventId),
    queryFn: ({ signal }) => call(eventLinkRoutes.getEventLink, { params: { eventId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Makes a new link, or none; the one before ends at once. */
export function useChangeLink(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: 'new' | 'off'): Promise<EventLink | null> => {
      const params = { eventId };
      if (change === 'new') return call(eventLinkRoutes.createEventLink, { params });
      await call(eventLinkRoutes.endEventLink, { params });
      return null;
    },
    onSuccess: (link) =>
      applyOwnResult<EventLinkState>(client, linkKey(eventId), (before) => before && { ...before, link }),
  });
}

/** Whether people without an account can join (GUEST-03). */
export function useAllowGuests(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (allowed: boolean) =>
      call(eventLinkRoutes.setGuestsAllowed, { params: { eventId }, body: { allowed } }),
    onSuccess: (_, allowed) =>
      applyOwnResult<EventLinkState>(
        client,
        linkKey(eventId),
        (before) => before && { ...before, guests_allowed: allowed },
      ),
  });
}

/** Takes all guests without an account off the list (GUEST-03). */
export function useRemoveGuests(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(eventLinkRoutes.removeAnonymousGuests, { params: { eventId } }),
    // Not awaited: the dialog is locked until the answer is there.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['event', eventId] }),
  });
}

/** What a link invites to; for nobody signed in, `viewerId` is null. */
export function useEventOffer(token: string, viewerId: string | null) {
  return useQuery({
    queryKey: offerKey(token, viewerId),
    queryFn: ({ signal }) => call(eventLinkRoutes.openEventLink, { params: { token } }, { signal }),
    initialData: () => (viewerId === null ? offerInPage(token) : undefined),
    initialDataUpdatedAt: pageAskedAtMs,
  });
}

export function useJoin(token: string, viewerId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: PartyAnswer | { status: 'pending' }) =>
      call(eventLinkRoutes.joinByLink, { params: { token }, body: answer }),
    onSuccess({ event_id }) {
      for (const queryKey of [['home'], ['event', event_id]]) void client.invalidateQueries({ queryKey });
    },
    // Not awaited: what failed is said at once.
    onError: () => void client.invalidateQueries({ queryKey: offerKey(token, viewerId) }),
  });
}
