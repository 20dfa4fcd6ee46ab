import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { EVENT_INVITES_MAX, PAGE_MAX } from '@hereabouts/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { ownTimeZone } from '#web/lib/time/own-time-zone.ts';
import type { PickablePerson } from '#web/ui/forms/person-picker.tsx';
import { inputOf, type EventDraft } from './draft.ts';
import { eventKey } from './queries.ts';

/** Who can be chosen: in the form of a co-host not the friends in a block with the creator, nor the hosts (EVF-16, HOST-02). They
 * come without the guests. `coHostedId`: null in any other form. */
const candidatesOf = (coHostedId: number | null) => ({
  queryKey: coHostedId === null ? FRIENDS_KEY : ['invitable', coHostedId, 'all'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const candidates: PickablePerson[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = { limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) };
      const read = await readCandidates(coHostedId, page, signal);
      candidates.push(...read.people);
      cursor = read.next;
    }
    return candidates;
  },
});

const FRIENDS_KEY = ['contacts', 'all-friends'];

async function readCandidates(
  coHostedId: number | null,
  page: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<{ people: readonly PickablePerson[]; next: string | null }> {
  if (coHostedId === null) {
    const query = { tab: 'friends', for: 'invitation', ...page } as const;
    const { contacts, next_cursor } = await call(friendshipRoutes.listContacts, { query }, { signal });
    return { people: contacts, next: next_cursor };
  }
  const input = { params: { eventId: coHostedId }, query: page };
  const { friends, next_cursor } = await call(inviteRoutes.listInvitable, input, { signal });
  return { people: friends, next: next_cursor };
}

/** Fails at once without a connection. */
const AT_ONCE = { networkMode: 'always', retry: false } as const;

/** The form chooses at once among all who can be invited. */
export const useCandidates = (coHostedId: number | null, enabled: boolean) =>
  useQuery({ ...candidatesOf(coHostedId), enabled });

/** For a form that is sent before they have come: in place of the read that may wait for the connection. */
export function useReadCandidates(coHostedId: number | null) {
  const client = useQueryClient();
  return async () => {
    const candidates = candidatesOf(coHostedId);
    await client.cancelQueries({ queryKey: candidates.queryKey, exact: true });
    return client.fetchQuery({ ...candidates, ...AT_ONCE });
  };
}

const editOptions = (eventId: number) => ({
  queryKey: [...eventKey(eventId), 'edit'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(eventRoutes.getEvent, { params: { eventId } }, { signal }),
  gcTime: 0,
});

const RECENT_PLACES_KEY = ['recent-places'];

/** Of the viewer's own events (LOC-09). */
export function useRecentPlaces() {
  return useQuery({
    queryKey: RECENT_PLACES_KEY,
    queryFn: async ({ signal }) => (await call(eventRoutes.listRecentPlaces, {}, { signal })).places,
  });
}

/** Refetched for each edit form and cached separately: a save must not start from outdated values, even offline. */
export const useEventToEdit = (eventId: number) => useQuery(editOptions(eventId));

/** Refreshes `useEventToEdit`. */
export function useReadEvent() {
  const client = useQueryClient();
  return (eventId: number) => client.fetchQuery({ ...editOptions(eventId), ...AT_ONCE, staleTime: 0 });
}

/** `base`: what the draft started from, so that others' changes since are kept (EVF-23). */
export type Save = { draft: EventDraft; base: EventDraft; keepAnswers: boolean };

/** So that saving it again changes the event that may be stored. */
function creationOf({ key, attempts, inviteeIds, sentInviteeIds }: EventDraft) {
  if (key === null) return {};
  const withdrawn = new Set(sentInviteeIds).difference(new Set(inviteeIds));
  return { key, attempt: attempts, withdrawn_ids: [...withdrawn].slice(0, EVENT_INVITES_MAX) };
}

export function useSaveEvent(eventId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, base, keepAnswers }: Save) => {
      const body = inputOf(draft);
      if (eventId === null) {
        return call(eventRoutes.createEvent, {
          body: { ...body, time_zone: ownTimeZone(), ...creationOf(draft) },
        });
      }
      const params = { eventId };
      return call(eventRoutes.updateEvent, {
        params,
        body: { ...body, keep_answers: keepAnswers, base: inputOf(base) },
      });
    },
    onError(error) {
      // No hint tells of a friend who cannot be invited any more.
      if (error instanceof ApiError && error.code === 'forbidden') {
        for (const queryKey of [FRIENDS_KEY, ['invitable', eventId]]) {
          void client.invalidateQueries({ queryKey });
        }
      }
    },
    onSuccess({ id }) {
      // Not awaited: the event's page shows the refetch.
      for (const queryKey of [['home'], eventKey(id), ['invitable', id], ['user'], RECENT_PLACES_KEY]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
