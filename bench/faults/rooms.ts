import { systemClock } from '@hereabouts/server/clock';
import { createAccessTokens } from '@hereabouts/server/auth/tokens/access-tokens';
import { openSigningKeys } from '@hereabouts/server/auth/tokens/signing-keys';
import type { Database } from '@hereabouts/server/db/database';

export type RoomPerson = { id: string; email: string; token: string };
/** An event, and guests who may chat at it. */
export type Room = { eventId: number; people: RoomPerson[] };

const TOKEN_TTL_S = 12 * 3_600;

const ROOM_SQL = `
  with person as (
    insert into users (id, name, email, created_at, updated_at)
    select gen_random_uuid(), 'Person ' || n, 'person' || n || '-' || $1 || '@example.org', now(), now()
    from generate_series(1, $2::int) n returning id, email
  ), account as (
    insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
    select id, email, now(), now(), now() from person returning id
  ), session as (
    insert into auth.sessions (id, user_id, refresh_salt, amr, created_at, refreshed_at)
    select gen_random_uuid(), id, md5('salt ' || id), '[{"method":"password","timestamp":1700000000}]', now(), now()
    from account returning id, user_id
  ), event as (
    insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by, created_at, updated_at)
    select 'Festival ' || $1, 'Field', 49.2, -2.1, now() - interval '1 hour', now() + interval '12 hours',
      (select id from person limit 1), now(), now() returning id
  ), invited as (
    insert into event_invites (event_id, user_id, status, created_at, updated_at)
    select event.id, person.id, 'accepted', now(), now() from event, person
  )
  select (select id::int from event) as event_id, person.id, person.email, session.id as session_id
  from person join session on session.user_id = person.id`;

/** So many rooms, nobody in two of them: a person may write only so much a day. */
export async function makeRooms(db: Database, count: number, peopleEach: number): Promise<Room[]> {
  const keys = await openSigningKeys({ db, clock: systemClock }, { operatorKey: null, isCommand: false });
  const tokens = createAccessTokens(
    { keys, clock: systemClock },
    { ttlS: TOKEN_TTL_S, issuer: 'hereabouts' },
  );
  const amr = [{ method: 'password' as const, timestamp: Math.floor(Date.now() / 1_000) }];
  const rooms: Room[] = [];
  for (let room = 0; room < count; room++) {
    const rows = await db.query<{ event_id: number; id: string; email: string; session_id: string }>(
      ROOM_SQL,
      [crypto.randomUUID(), peopleEach],
    );
    const people = await Promise.all(
      rows.map(async ({ id, email, session_id: sessionId }) => {
        const subject = {
          userId: id,
          sessionId,
          email,
          phone: null,
          isAnonymous: false,
          aal: 'aal1' as const,
          amr,
          cookieHash: null,
        };
        return { id, email, token: (await tokens.sign(subject)).token };
      }),
    );
    rooms.push({ eventId: Number(rows[0]?.event_id), people });
  }
  keys.close();
  return rooms;
}
