import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Closers } from '../closers.ts';
import {
  openServer,
  seedDatabase,
  withClient,
  type Seeded,
  type Server,
} from '../signed-in-pages/database.ts';
import { makeSigningKey, signTokens, type Visitor } from '../signed-in-pages/visitors.ts';
import { postRequest } from '../load/loader.ts';
import { startProgram } from '../processes.ts';

export const RECEIVERS = 100;
const PEOPLE = 300;
/** So that numbers have the same length throughout, and every message as many bytes. */
const FIRST_SEQ = 1_000_000;
const HISTORY = 20_000;
const TEXT =
  'We are by the left tower, behind the food stalls. Bring the blue blanket and something warm to drink, please!';

export type Room = {
  server: Server;
  seeded: Seeded;
  signingKey: string;
  eventId: number;
  roomId: number;
  members: readonly Visitor[];
  tokens: readonly string[];
};

/** An event with guests who may chat, on a Postgres that keeps what it says it has stored. Null without Postgres. */
export async function openRoom(closers: Closers): Promise<Room | null> {
  const server = await openServer(closers, { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  if (!server) return null;
  const seeded = await seedDatabase(server, 'chat', PEOPLE);
  const made = await withClient(seeded.url, async (client) => {
    const { rows: members } = await client.query<{ id: string; email: string; session_id: string }>(
      `select seed_id('person ' || n) as id, 'person' || n || '@example.org' as email, seed_id('session ' || n) as session_id
       from generate_series(1, $1::int) n`,
      [RECEIVERS + 1],
    );
    const { rows } = await client.query<{ event_id: string; room_id: string }>(
      `with made as (
        insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, is_private,
          created_by, created_at, updated_at)
        values ('Festival', 'Field', 49.2, -2.1, now(), now() + interval '1 day', true, $1, now(), now()) returning id
      ), invited as (
        insert into event_invites (event_id, user_id, status, created_at, updated_at)
        select made.id, guest, 'accepted', now(), now() from made, unnest($2::uuid[]) guest
      )
      insert into chat_room (event_id, last_seq, created_at) select id, $3, now() from made
      returning event_id, id as room_id`,
      [members[0]?.id, members.map(({ id }) => id), FIRST_SEQ],
    );
    // Some history, by everybody, so that statements are planned for a table that is in use.
    await client.query(
      `insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
       select gen_random_uuid(), $1, n, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Message ' || n, now()
       from generate_series(1, $3::int) n`,
      [rows[0]?.room_id, members.map(({ id }) => id), HISTORY],
    );
    await client.query('vacuum analyze');
    return { members, eventId: Number(rows[0]?.event_id), roomId: Number(rows[0]?.room_id) };
  });
  const { eventId, roomId } = made;
  const members = made.members.map(({ id, email, session_id }) => ({
    userId: id,
    email,
    sessionId: session_id,
    eventId,
  }));
  const signingKey = makeSigningKey();
  const tokens = await signTokens(seeded, signingKey, members);
  return { server, seeded, signingKey, eventId, roomId, members, tokens };
}

/** The product as `npm start` runs it, without its limits on how much one address may write. */
export async function startProduct(room: Room, folder: string, closers: Closers) {
  const { pid, said, stop } = await startProgram(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    ready: /Hereabouts is at http:\/\/127\.0\.0\.1:(\d+)/,
    env: {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: room.seeded.url,
      AUTH_SIGNING_KEY: room.signingKey,
      LOG_LEVEL: 'warn',
      WRITES_PER_MINUTE: '1000000',
      NEW_ACCOUNTS_TEXT_MB: '100000',
      OVERLOAD_LAG_MS: '0',
    },
  });
  closers.add(stop);
  return { pid, port: Number(said) };
}

/** So many requests to say something, each with an id of its own; one after the other by all members, or all by one. */
export function sendRequests({ eventId, tokens }: Room, count: number, senders: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    postRequest(
      `/api/events/${eventId}/chat`,
      { Authorization: `Bearer ${tokens[RECEIVERS - (index % senders)]}` },
      { id: randomUUID(), message: TEXT },
    ),
  );
}

/** The same row by pgbench: the insert alone, and with the room's next number taken as it must be. */
export async function writeInserts({ roomId, members }: Room, folder: string) {
  const insert = (seq: string) =>
    `insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
    select gen_random_uuid(), ${roomId}, ${seq}, '${members[0]?.userId}', '${TEXT}', now()`;
  const scripts = {
    insert: `${insert("nextval('bench_seq')")};\n`,
    log: `with room as (update chat_room set last_seq = last_seq + 1 where id = ${roomId} returning last_seq)
      ${insert('last_seq')} from room;\n`,
  };
  const files = { insert: join(folder, 'insert.sql'), log: join(folder, 'log.sql') };
  await writeFile(files.insert, scripts.insert);
  await writeFile(files.log, scripts.log);
  return files;
}
