import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, test } from 'vitest';
import { deleteInvitesBetween } from '#server/features/invites/repo.ts';
import { holdEventsBetween } from './repo.ts';

const LISTS = 2_000;
/** Of either of the two, with the other on every second list. */
const OWN = 10;

test('SAFE-01 a block reads the events of the two, not every list that they are on', async () => {
  const db = await createTestDatabase();
  const [host, anna, ben] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `insert into users (id, name, created_at, updated_at) select id, 'Person', now(), now() from unnest($1::uuid[]) id`,
    [[host, anna, ben]],
  );
  await db.query(
    `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by,
       created_at, updated_at)
     select 'Event', 'Somewhere', 49, -2, now(), now() + interval '1 hour', person.id, now(), now()
     from unnest($1::uuid[], $2::int[]) person (id, events), generate_series(1, person.events)`,
    [
      [host, anna, ben],
      [LISTS, OWN, OWN],
    ],
  );
  await db.query(
    `insert into event_invites (event_id, user_id, created_at, updated_at)
     select e.id, guest, now(), now() from events e, unnest($2::uuid[]) guest
     where e.created_by <> guest and (e.created_by = $1 or e.id % 2 = 0)`,
    [host, [anna, ben]],
  );
  await db.query('vacuum analyze');
  const { held, ended, read } = await db.transaction(async (tx) => {
    const count = async () => {
      const [row] = await tx.query<{ count: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
         where relname in ('events', 'event_invites')`,
      );
      return row!.count;
    };
    // What was read before is counted with it until it is reported.
    const before = await count();
    const held = await holdEventsBetween(tx, [anna, ben]);
    const ended = await deleteInvitesBetween(tx, [anna, ben], new Date().toISOString());
    return { held, ended, read: (await count()) - before };
  });
  expect(held).toHaveLength(OWN);
  expect(held).toEqual(held.toSorted((one, other) => one - other));
  expect(new Set(ended.map(({ event_id }) => event_id))).toEqual(new Set(held));
  expect(ended.filter(({ user_id }) => user_id === ben)).toHaveLength(OWN / 2);
  expect(await db.query('select from event_invites')).toHaveLength(2 * LISTS);
  expect(read).toBeLessThanOrEqual(20 * OWN);
  await db.close();
});
