import type { Closers } from '../closers.ts';
import {
  openServer,
  seedDatabase,
  withClient,
  type Seeded,
  type Server,
} from '../signed-in-pages/database.ts';
import { makeSigningKey, signTokens } from '../signed-in-pages/visitors.ts';

/** One running event at which everybody takes part, shares, and has so many friends. */
export type Festival = {
  server: Server;
  seeded: Seeded;
  signingKey: string;
  eventId: number;
  userIds: readonly string[];
  tokens: readonly string[];
};

/** Friends stand next to each other in a ring. It began long enough ago that nobody is notified of its start any more. */
const FESTIVAL_SQL = `
  with gone as (delete from friendships), person as (
    select n, seed_id('person ' || n) as id, seed_id('session ' || n) as session_id from generate_series(1, $1::int) n
  ), event as (
    insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by, created_at, updated_at)
    select 'Festival', 'Field', 49.1786, -2.1868, now() - interval '3 hours', now() + interval '3 hours', id, now(), now()
    from person where n = 1 returning id
  ), invited as (
    insert into event_invites (event_id, user_id, status, created_at, updated_at)
    select event.id, person.id, 'accepted', now(), now() from event, person
  ), sharing as (
    insert into live_sharing (event_id, user_id, session_id, started_at, ends_at)
    select event.id, person.id, session_id, now(), now() + interval '3 hours' from event, person
  )
  select id::int as id from event`;
const FRIENDS_SQL = `
  insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
  select gen_random_uuid(), seed_id('person ' || n), seed_id('person ' || 1 + mod(n - 1 + step, $1)), 'accepted', now(), now()
  from generate_series(1, $1) n, generate_series(1, $2) step`;
const PEOPLE_SQL = `
  select seed_id('person ' || n) as "userId", 'person' || n || '@example.org' as email, seed_id('session ' || n) as "sessionId"
  from generate_series(1, $1::int) n order by n`;

/** Null without Postgres. */
export async function openFestival(
  { people, friends }: { people: number; friends: number },
  closers: Closers,
): Promise<Festival | null> {
  const server = await openServer(closers);
  if (!server) return null;
  const seeded = await seedDatabase(server, 'festival', people);
  const { eventId, persons } = await withClient(seeded.url, async (client) => {
    const made = await client.query<{ id: number }>(FESTIVAL_SQL, [people]);
    await client.query(FRIENDS_SQL.replaceAll('$1', String(people)).replaceAll('$2', String(friends / 2)));
    await client.query('vacuum analyze');
    const found = await client.query<{ userId: string; email: string; sessionId: string }>(PEOPLE_SQL, [
      people,
    ]);
    return { eventId: made.rows[0]?.id ?? 0, persons: found.rows };
  });
  const signingKey = makeSigningKey();
  const visitors = persons.map((person) => ({ ...person, eventId }));
  const tokens = await signTokens(seeded, signingKey, visitors);
  return { server, seeded, signingKey, eventId, userIds: persons.map(({ userId }) => userId), tokens };
}

/** Rows written so far; sessions report theirs up to ten seconds late. */
export async function rowsWritten({ url }: Seeded): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ written: number }>(
      "select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_all_tables where schemaname in ('public', 'auth')",
    ),
  );
  return rows[0]?.written ?? 0;
}
