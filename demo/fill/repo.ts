import { runningSql } from '@hereabouts/server/access/event-times';
import { friendIdsSql } from '@hereabouts/server/access/friends';
import type { Queryable } from '@hereabouts/server/db/database';

/** Ids by address, of those with an address in `domain`. */
export async function findDemoPeople(db: Queryable, domain: string): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; email: string }>(
    `select id, email from users where right(email, length($1) + 1) = '@' || $1`,
    [domain],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export async function hasPeople(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('select exists (select from users) as found');
  return row?.found ?? false;
}

export async function setMemberSince(db: Queryable, userId: string, since: string): Promise<void> {
  await db.query('update users set created_at = $2 where id = $1', [userId, since]);
}

export type ChatLine = { id: string; userId: string; message: string; createdAt: string };

/** A chat room with all of its messages, numbered in the order given. */
export async function insertChat(db: Queryable, eventId: number, lines: readonly ChatLine[]): Promise<void> {
  const [room] = await db.query<{ id: number }>(
    'insert into chat_room (event_id, last_seq, created_at) values ($1, $2, $3) returning id',
    [eventId, lines.length, lines[0]?.createdAt],
  );
  for (const [index, { id, userId, message, createdAt }] of lines.entries()) {
    await db.query(
      `insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, room?.id, index + 1, userId, message, createdAt],
    );
  }
}

/** The host's event with this title, moved; undefined when it is gone or has been renamed. */
export async function moveEvent(
  db: Queryable,
  event: { hostId: string; title: string; start: string; end: string },
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `update events set start_time = $3, end_time = $4 where id = (
       select id from events where created_by = $1 and title = $2 order by id limit 1) returning id`,
    [event.hostId, event.title, event.start, event.end],
  );
  return row?.id;
}

export async function moveMessage(
  db: Queryable,
  message: { eventId: number; seq: number; text: string; createdAt: string },
): Promise<void> {
  await db.query(
    `update chat_message set created_at = $4
     where chat_room_id = (select id from chat_room where event_id = $1) and seq = $2 and message = $3`,
    [message.eventId, message.seq, message.text, message.createdAt],
  );
}

const LAY_NOTIFICATIONS_SQL = `
  with told as (delete from notifications returning user_id, kind, event_id, actor_id, created_at)
  insert into notifications (user_id, kind, event_id, actor_id, created_at, read_at)
  select user_id, kind, event_id, actor_id, created_at, case when created_at < $1 then created_at end
  from told order by created_at`;

/** Puts what people were told in the order in which it happened, and lets them have read what is older. */
export async function layNotifications(db: Queryable, { readBefore }: { readBefore: string }): Promise<void> {
  await db.query(LAY_NOTIFICATIONS_SQL, [readBefore]);
}

/** The host's event with this title if it runs and is on. */
export async function findRunning(
  db: Queryable,
  { hostId, title, now }: { hostId: string; title: string; now: string },
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `select e.id from events e where e.created_by = $1 and e.title = $2 and ${runningSql('$3')} limit 1`,
    [hostId, title, now],
  );
  return row?.id;
}

/** Addresses of the person's friends who go to the event. */
export async function listFriendsAt(
  db: Queryable,
  { eventId, userId }: { eventId: number; userId: string },
): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `select u.email from users u join event_invites i on i.user_id = u.id and i.event_id = $1
     where i.status = 'accepted' and u.email is not null and u.id in ${friendIdsSql('$2')} order by u.email`,
    [eventId, userId],
  );
  return rows.map(({ email }) => email);
}
