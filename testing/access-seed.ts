import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Queryable } from '@hereabouts/server/db/database';
import { at, type Happening, type Rows } from './access-facts.ts';

/** Puts the facts into the database, in place of those before. People are named and events titled by their index. */
export async function seed({ kysely }: Queryable, rows: Rows): Promise<void> {
  const now = at(0);
  const made = { created_at: now, updated_at: now };
  const put = async (table: string, values: readonly object[]) => {
    if (values.length > 0)
      await kysely
        .insertInto(table as 'users')
        .values(values as never)
        .execute();
  };
  await kysely.deleteFrom('users').execute();
  await kysely.deleteFrom('auth.users').execute();
  await put(
    'users',
    rows.people.map(({ index, id, contact_visibility, is_anonymous }) => ({
      id,
      is_anonymous,
      contact_visibility,
      name: `${index}`,
      ...made,
    })),
  );
  await put(
    'auth.users',
    rows.people.map(({ index, id }) => ({ id, email: `${index}@example.org`, ...made })),
  );
  await put(
    'auth.suspensions',
    rows.people.flatMap(({ id, suspension }) => (suspension ? [{ user_id: id, ...suspension }] : [])),
  );
  await put(
    'friendships',
    rows.friendships.map((row) => ({
      ...row,
      id: randomUUID(),
      created_at: now,
      accepted_at: row.status === 'accepted' ? now : null,
    })),
  );
  await put(
    'blocks',
    rows.blocks.map(({ isNobody: _, ...row }) => ({ ...row, created_at: now })),
  );
  await put(
    'blocks_of_nobody',
    rows.blocks
      .filter(({ isNobody }) => isNobody)
      .map(({ user_id, other_id }) => ({ user_id, other_id, created_at: now })),
  );
  const place = { location_name: 'Here', location_latitude: 0, location_longitude: 0 };
  const inserted = await kysely
    .insertInto('events')
    .values(rows.events.map(({ index, ...event }) => ({ ...event, ...place, title: `${index}`, ...made })))
    .returning(['id', 'title'])
    .execute();
  const ids = new Map(inserted.map(({ id, title }) => [title, id]));
  const idOf = ({ index }: Happening): number => ids.get(`${index}`)!;
  await put(
    'event_invites',
    rows.invites.map(({ event, person, status, isCoHost, isWaiting }) => ({
      event_id: idOf(event),
      user_id: person.id,
      status,
      is_co_host: isCoHost,
      waiting_since: isWaiting ? now : null,
      ...made,
    })),
  );
  await put(
    'removed_guests',
    rows.removed.map(({ event, person }) => ({
      event_id: idOf(event),
      user_id: person.id,
      removed_at: now,
    })),
  );
  await put(
    'auth.sessions',
    rows.sharing.map(({ user_id, session_id, is_session_alive }) => ({
      id: session_id,
      user_id,
      refresh_salt: '',
      amr: '[]',
      created_at: now,
      refreshed_at: now,
      ...(!is_session_alive && { ended_at: now, end_reason: 'signed_out' }),
    })),
  );
  await put(
    'live_sharing',
    rows.sharing.map(({ event, user_id, session_id, ends_at }) => ({
      event_id: idOf(event),
      user_id,
      session_id,
      ends_at,
      started_at: now,
    })),
  );
  await put(
    'meeting_points',
    rows.meeting_points.map(({ event, set_by }) => ({
      event_id: idOf(event),
      name: 'There',
      latitude: 0,
      longitude: 0,
      set_by,
      set_at: now,
    })),
  );
  const counts = rows.events.map(
    (event) => rows.messages.filter((message) => message.event === event).length,
  );
  await put(
    'chat_room',
    rows.events.map((event) => ({ event_id: idOf(event), last_seq: counts[event.index], created_at: now })),
  );
  const rooms = await kysely.selectFrom('chat_room').select(['id', 'event_id']).execute();
  const roomOf = new Map(rooms.map((room) => [room.event_id, room.id]));
  await put(
    'chat_message',
    rows.messages.map(({ event, seq, user_id, author_key }) => ({
      id: randomUUID(),
      chat_room_id: roomOf.get(idOf(event)),
      seq,
      user_id,
      author_key,
      message: 'Hello',
      created_at: now,
    })),
  );
  await put('chat_hidden_authors', rows.hidden_authors);
  await put(
    'friend_links',
    rows.links.map((link) => ({
      ...link,
      salt: '',
      token_hash: randomUUID(),
      created_at: at(-24 * HOUR_MS),
    })),
  );
  await put(
    'notifications',
    rows.news.map(({ viewer, event, actor, kind, read_at }) => ({
      user_id: viewer.id,
      kind,
      event_id: event && idOf(event),
      actor_id: actor && actor.id,
      created_at: now,
      read_at,
    })),
  );
}
