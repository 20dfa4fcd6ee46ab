import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { UPCOMING_MAX } from '@hereabouts/server/access/in-common';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, test } from 'vitest';
import { listContacts } from './repo.ts';

const EVENTS = 400;
const PEOPLE = 40;

test('CONT-13 events in common are counted among the next ones: more of them make Discover no slower (S63)', async () => {
  const db = await createTestDatabase();
  const [viewerId, nowMs] = [randomUUID(), Date.now()];
  const now = new Date(nowMs).toISOString();
  await db.query(
    `insert into users (id, name, email, created_at, updated_at)
     select case n when 0 then $1::uuid else gen_random_uuid() end, 'Person ' || n, n || '@example.org', now(), now()
     from generate_series(0, ${PEOPLE}) n`,
    [viewerId],
  );
  await db.query(
    `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
       is_private, created_at, updated_at)
     select 'Event ' || n, 'Somewhere', 49, -2, $2::timestamptz + n * interval '1 hour',
       $2::timestamptz + (n + 1) * interval '1 hour', $1, true, now(), now()
     from generate_series(1, ${EVENTS}) n`,
    [viewerId, new Date(nowMs + HOUR_MS).toISOString()],
  );
  await db.query(
    `insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select e.id, u.id, 'accepted', now(), now() from events e cross join users u where u.id <> $1`,
    [viewerId],
  );
  await db.query('vacuum analyze');
  const asked = { viewerId, now, tab: 'discover', search: '', after: null, limit: PEOPLE } as const;
  const [found, read] = await db.transaction(async (tx) => {
    const { contacts } = await listContacts(tx, asked);
    const [row] = await tx.query<{ count: number }>(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
       where relname = 'event_invites'`,
    );
    return [contacts, row?.count ?? 0] as const;
  });
  expect(new Set(found.map(({ events_in_common }) => events_in_common))).toEqual(new Set([UPCOMING_MAX]));
  // Each person at each of the events that count, once for each side.
  expect(read).toBeLessThanOrEqual(2 * PEOPLE * UPCOMING_MAX);
  await db.close();
});
