import { eventRoutes, type EventCard } from '@hereabouts/contract/events';
import { PAGE_MAX } from '@hereabouts/contract/limits';
import { inviteRoutes, type InvitablePage, type InvitableFriend } from '@hereabouts/contract/invites';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

export type Invitable = Pick<InvitablePage, 'event' | 'has_friends'> & {
  friends: readonly InvitableFriend[];
};

const keyOf = (eventId: number) => ['invitable', eventId] as const;

/** All friends who can still be invited, and the event in short. */
export function useInvitable(eventId: number) {
  return useQuery({
    queryKey: keyOf(eventId),
    queryFn: async ({ signal }): Promise<Invitable> => {
      const read = (cursor: string | null) => {
        const query = { limit: PAGE_MAX, ...(cursor !== null && { cursor }) };
        return call(inviteRoutes.listInvitable, { params: { eventId }, query }, { signal });
      };
      const first = await read(null);
      const friends = [...first.friends];
      for (let cursor = first.next_cursor; cursor !== null;) {
        const page = await read(cursor);
        friends.push(...page.friends);
        cursor = page.next_cursor;
      }
      return { event: first.event, has_friends: first.has_friends, friends };
    },
  });
}

/** Events to come that the viewer hosts, the next one first (HOST-02). */
export function useHostedEvents(viewerId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['home', 'hosted'],
    enabled,
    queryFn: async ({ signal }): Promise<EventCard[]> => {
      const events: EventCard[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) };
        const page = await call(eventRoutes.listHome, { query }, { signal });
        events.push(...page.events);
        cursor = page.next_cursor;
      }
      return events.filter(
        (event) => (event.created_by === viewerId || event.is_co_host) && !event.is_cancelled,
      );
    },
  });
}

/** Invites friends in batches of the server's maximum. */
export function useInvite(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userIds: readonly string[]) => {
      for (let from = 0; from < userIds.length; from += PAGE_MAX) {
        const body = { user_ids: userIds.slice(from, from + PAGE_MAX) };
        await call(inviteRoutes.inviteFriends, { params: { eventId }, body });
      }
    },
    onSettled() {
      // Not awaited: the event's page shows the refetch.
      for (const queryKey of [['event', eventId], keyOf(eventId), ['user']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
