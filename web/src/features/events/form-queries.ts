import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes, type Contact } from '@hereabouts/contract/friendships';
import { PAGE_MAX } from '@hereabouts/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { ownTimeZone } from '#web/lib/time/own-time-zone.ts';
import { inputOf, type EventDraft } from './draft.ts';
import { eventKey } from './queries.ts';

const FRIENDS = {
  queryKey: ['contacts', 'all-friends'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const read = (cursor: string | null) => {
      const page = { limit: PAGE_MAX, ...(cursor !== null && { cursor }) };
      const query = { tab: 'friends', for: 'invitation', ...page } as const;
      return call(friendshipRoutes.listContacts, { query }, { signal });
    };
    const first = await read(null);
    const friends: Contact[] = [...first.contacts];
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await read(cursor);
      friends.push(...page.contacts);
      cursor = page.next_cursor;
    }
    return friends;
  },
};
/** Fails at once without a connection. */
const AT_ONCE = { networkMode: 'always', retry: false } as const;

/** The form chooses at once among all friends who can be invited. */
export const useAllFriends = () => useQuery(FRIENDS);

/** For a form that is sent before they have come: in place of the read that may wait for the connection. */
export function useReadFriends() {
  const client = useQueryClient();
  return async () => {
    await client.cancelQueries({ queryKey: FRIENDS.queryKey, exact: true });
    return client.fetchQuery({ ...FRIENDS, ...AT_ONCE });
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

const creationOf = ({ key, attempts }: EventDraft) => key !== null && { key, attempt: attempts };

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
        void client.invalidateQueries({ queryKey: FRIENDS.queryKey });
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
