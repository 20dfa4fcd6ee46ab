import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@hereabouts/server/clock';
import type { Database } from '@hereabouts/server/db/database';
import { openDatabase } from '@hereabouts/server/db/open';
import { silentLog } from '@hereabouts/testing/silent-log';
import { createDatabase, openServer } from '../signed-in-pages/database.ts';
import type { Closers } from '../closers.ts';

export type World = { name: string; db: Database; userIds: string[]; eventIds: number[]; lastSeq: number };

const FRIENDS = 100;
const EVENTS = 40;

/** The first person has a hundred friends and forty events to come, all of them with everybody invited. */
const PEOPLE_SQL = `
  with person as (
    insert into users (id, name, email, created_at, updated_at)
    select gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.org', now(), now()
    from generate_series(0, ${FRIENDS}) n returning id, name
  ), first as (select id from person where name = 'Person 0'), befriended as (
    insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
    select gen_random_uuid(), first.id, person.id, 'accepted', now(), now() from first, person where person.id <> first.id
  ), event as (
    insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by, created_at, updated_at)
    select 'Event ' || n, 'Field', 49.2, -2.1, now() + n * interval '1 day', now() + n * interval '1 day 3 hours', first.id, now(), now()
    from first, generate_series(1, ${EVENTS}) n returning id
  ), invited as (
    insert into event_invites (event_id, user_id, status, created_at, updated_at)
    select event.id, person.id, 'accepted', now(), now() from event, person
  )
  select (select array_agg(id order by name) from person)::text[] as "userIds", (select array_agg(id order by id) from event) as "eventIds"`;

const HISTORY_SQL = `
  with room as (
    insert into chat_room (event_id, last_seq, created_at) values ($1, $3::int, now()) returning id
  )
  insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
  select gen_random_uuid(), room.id, n, (select $2::text[])[1 + n % 100]::uuid, 'Message number ' || n || ' of many', now()
  from room, generate_series(1, $3::int) n`;

/** The same people, events and a chat of so many messages on both engines; without Postgres on the embedded one alone. */
export async function openWorlds(messages: number, closers: Closers): Promise<World[]> {
  const parts = { clock: systemClock, log: silentLog };
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-b6-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const server = await openServer(closers);
  const url = server && (await createDatabase(server, 'history'));
  const patient = { statementTimeoutMs: 600_000, dataDir };
  const worlds: World[] = [];
  if (url !== null) {
    worlds.push(await fill('PostgreSQL', await openDatabase({ ...patient, url }, parts), messages, closers));
  }
  worlds.push(await fill('PGlite', await openDatabase(patient, parts), messages, closers));
  return worlds;
}

async function fill(name: string, db: Database, lastSeq: number, closers: Closers): Promise<World> {
  closers.add(() => db.close());
  const [made] = await db.query<{ userIds: string[]; eventIds: number[] }>(PEOPLE_SQL);
  if (made === undefined) throw new Error('Nobody was made');
  await db.query(HISTORY_SQL, [made.eventIds[0], made.userIds, lastSeq]);
  await db.query('vacuum analyze');
  return { name, db, lastSeq, ...made };
}
