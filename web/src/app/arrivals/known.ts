import type { EventCard, EventDetail, HomePage } from '@hereabouts/contract/events';
import type { ContactsPage } from '@hereabouts/contract/friendships';
import type { NotificationPage } from '@hereabouts/contract/notifications';
import type { Person } from '@hereabouts/contract/person';
import type { UserProfile } from '@hereabouts/contract/users';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { KnownEvent } from '#web/features/events/components/event-arrival.tsx';

/** From lists and other pages, for pages still on their way (EVD-15). */
export function knownEvent(client: QueryClient, eventId: number): KnownEvent | null {
  const isIt = ({ id }: { id: number }) => id === eventId;
  const { title } = client.getQueryData<{ event: KnownEvent }>(['chat', eventId])?.event ?? {};
  return (
    client.getQueryData<EventDetail>(['event', eventId]) ??
    cardsOf(client).find(isIt) ??
    dataOf<UserProfile>(client, 'user')
      .flatMap(({ shared_events }) => shared_events ?? [])
      .find(isIt) ??
    toldOf(client)
      .flatMap(({ event }) => event ?? [])
      .find(isIt) ??
    (title === undefined ? null : { id: eventId, title })
  );
}

export function knownPerson(client: QueryClient, userId: string): Person | null {
  const people = function* (): Generator<readonly Person[]> {
    yield pagesOf<ContactsPage>(client, 'contacts').flatMap(({ contacts }) => contacts);
    yield dataOf<EventDetail>(client, 'event').flatMap(({ host, invites }) => [
      host,
      ...invites.map(({ user }) => user),
    ]);
    yield toldOf(client).flatMap(({ actor }) => actor ?? []);
  };
  for (const some of people()) {
    const found = some.find(({ id }) => id === userId);
    if (found) return found;
  }
  return null;
}

const cardsOf = (client: QueryClient): EventCard[] =>
  pagesOf<HomePage>(client, 'home').flatMap(({ events }) => events);

const toldOf = (client: QueryClient) =>
  pagesOf<NotificationPage>(client, 'notifications').flatMap(({ notifications }) => notifications);

/** From the queries with a key of this name and an id. */
function dataOf<T>(client: QueryClient, name: string): T[] {
  const found = client.getQueriesData<T>({
    queryKey: [name],
    predicate: ({ queryKey }) => queryKey.length === 2,
  });
  return found.flatMap(([, data]) => data ?? []);
}

/** From the lists whose keys begin with this name; other queries of the name have no pages. */
function pagesOf<T>(client: QueryClient, name: string): T[] {
  const found = client.getQueriesData<Partial<InfiniteData<T>>>({ queryKey: [name] });
  return found.flatMap(([, data]) => data?.pages ?? []);
}
