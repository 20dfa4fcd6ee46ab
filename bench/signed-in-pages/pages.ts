import type { Database } from '@hereabouts/server/db/database';
import { listHome } from '@hereabouts/server/features/events/home-repo';
import { findEventDetail } from '@hereabouts/server/features/events/repo';
import { listContacts } from '@hereabouts/server/features/friendships/repo';
import { PAGE_DEFAULT } from '@hereabouts/contract/limits';

export const PAGES = ['home', 'event', 'contacts'] as const;
export type Page = (typeof PAGES)[number];

type Asker = { userId: string; eventId: number };

export const pathOf = (page: Page, { eventId }: Pick<Asker, 'eventId'>): string =>
  ({ home: '/api/home', event: `/api/events/${eventId}`, contacts: '/api/contacts?tab=friends' })[page];

/** One more than a page holds, as the product asks. */
const LIMIT = PAGE_DEFAULT + 1;

/** The rows of a page, by the product's own queries and nothing else of it. */
export function readRows(
  db: Database,
  page: Page,
  { userId, eventId }: Asker,
  now: string,
): Promise<unknown> {
  switch (page) {
    case 'home':
      return listHome(db, { userId, now, asOf: now, after: null, limit: LIMIT });
    case 'event':
      return findEventDetail(db, eventId, userId);
    case 'contacts':
      return listContacts(db, {
        viewerId: userId,
        now,
        tab: 'friends',
        search: '',
        after: null,
        limit: LIMIT,
      });
  }
}

export type Statement = { text: string; params: readonly unknown[] };

/** The one statement a page sends. @throws Error when it sends none or several */
export async function statementOf(page: Page, asker: Asker, now: string): Promise<Statement> {
  const sent: Statement[] = [];
  const recorder = {
    query: (statement: string | { sql: string }, params: readonly unknown[] = []) => {
      sent.push({ text: typeof statement === 'string' ? statement : statement.sql, params });
      return Promise.resolve([{ counts: {}, contacts: [] }]);
    },
  };
  await readRows(recorder as unknown as Database, page, asker, now);
  const [only] = sent;
  if (only === undefined || sent.length > 1) throw new Error(`${page} takes ${sent.length} statements`);
  return only;
}
