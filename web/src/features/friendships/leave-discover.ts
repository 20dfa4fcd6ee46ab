import type { ContactsPage } from '@hereabouts/contract/friendships';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { onWordsForgotten } from '#web/lib/storage/forget-words.ts';

const DISCOVER = { queryKey: ['contacts', 'discover'] };

/** A long Discover is not read again at once. `sent`: how many requests were sent with it. */
export function leaveDiscover(client: QueryClient, userId: string, sent = 0): void {
  client.setQueriesData<InfiniteData<ContactsPage>>(
    DISCOVER,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ contacts, counts, ...page }) => ({
          ...page,
          contacts: contacts.filter(({ id }) => id !== userId),
          counts: { ...counts, sent: counts.sent + sent },
        })),
      },
  );
}

// A friendship that changed, or a block.
onWordsForgotten((userId, client) => leaveDiscover(client, userId));

/** Whoever returns to it finds the people who are to be discovered again. */
export const forgetDiscover = (client: QueryClient): void =>
  client.removeQueries({ ...DISCOVER, type: 'inactive' });
