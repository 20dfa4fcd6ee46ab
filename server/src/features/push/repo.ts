import { UNREAD_MAX } from '@hereabouts/contract/limits';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { isHiddenMessageSql } from '#server/access/chat.ts';
import { aliveSessionSql } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Subscription } from '#server/push/pusher.ts';

export type SubscriptionRow = Subscription & { id: string; user_id: string; session_id: string };

const FIND_SQL = 'select endpoint from push_subscriptions where session_id = $1';

export async function findEndpoint(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await db.query<{ endpoint: string }>(FIND_SQL, [sessionId]);
  return row?.endpoint ?? null;
}

const TAKE_SQL = `
  delete from push_subscriptions where endpoint = $1 and session_id <> $2 and (user_id = $3 or (p256dh, auth) = ($4, $5))
  returning user_id`;
const SAVE_SQL = `
  insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
  select gen_random_uuid(), s.user_id, s.id, $3, $4, $5, $6
  from auth.sessions s where s.id = $1 and s.user_id = $2 and s.ended_at is null
  on conflict (session_id) do update set
    endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, refused_at = null`;
const TRIM_SQL = `
  delete from push_subscriptions where id = any(array(
    select id from push_subscriptions where user_id = $1 order by created_at desc, id offset $2))
  returning user_id`;
/** Keeps the oldest and the two newest subscriptions of an endpoint, so that further accounts do not multiply its pushes. */
const TRIM_ENDPOINT_SQL = `
  delete from push_subscriptions where id = any(array(
    select id from push_subscriptions where id in (
      select id from (
        select id, row_number() over (order by created_at, id) as from_oldest,
          row_number() over (order by created_at desc, id desc) as from_newest
        from push_subscriptions where endpoint = $1) ranked
      where from_oldest > 1 and from_newest > 2)
    for update skip locked))
  returning user_id`;

type Owner = { user_id: string };

/** Another user of the browser loses the subscription only with equal keys, not by the endpoint alone. Returns who lost one. */
export async function saveSubscription(
  tx: Queryable,
  row: Omit<SubscriptionRow, 'id'> & { now: string; max: number },
): Promise<string[]> {
  const { session_id, user_id, endpoint, p256dh, auth, now } = row;
  const taken = await tx.query<Owner>(TAKE_SQL, [endpoint, session_id, user_id, p256dh, auth]);
  await tx.query(SAVE_SQL, [session_id, user_id, endpoint, p256dh, auth, now]);
  const surplus = await tx.query<Owner>(TRIM_SQL, [user_id, row.max]);
  const others = await tx.query<Owner>(TRIM_ENDPOINT_SQL, [endpoint]);
  return [...taken, ...surplus, ...others].map((row) => row.user_id);
}

export async function deleteOfSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from push_subscriptions where session_id = $1', [sessionId]);
}

export async function deleteGone(db: Queryable, gone: readonly SubscriptionRow[]): Promise<string[]> {
  const rows = await db.query<Owner>(
    `delete from push_subscriptions s using unnest($1::uuid[], $2::text[]) as gone (id, endpoint)
     where s.id = gone.id and s.endpoint = gone.endpoint returning s.user_id`,
    [gone.map(({ id }) => id), gone.map(({ endpoint }) => endpoint)],
  );
  return rows.map((row) => row.user_id);
}

export async function markRefused(
  db: Queryable,
  refused: readonly SubscriptionRow[],
  now: string,
): Promise<void> {
  if (refused.length === 0) return;
  const ids = refused.map(({ id }) => id);
  await db.query('update push_subscriptions set refused_at = $2 where id = any($1)', [ids, now]);
}

export type Device = { id: string; user_id: string };
const devicesSql = (column: 'id' | 'user_id') => `
  select s.id, s.user_id from push_subscriptions s
  where s.${column} = any((select $1::uuid[])::uuid[]) and ${aliveSessionSql('s.session_id')}`;
const DEVICES_OF_SQL = devicesSql('user_id');
const DEVICES_SQL = devicesSql('id');

export const listDevicesOf = (db: Queryable, userIds: readonly string[]): Promise<Device[]> =>
  db.query(DEVICES_OF_SQL, [userIds]);

export const listDevices = (db: Queryable, ids: readonly string[]): Promise<Device[]> =>
  db.query(DEVICES_SQL, [ids]);

const QUEUED_NEWS_SQL = `
  select n.kind, min(n.created_at) as since
  from (select distinct payload -> 'subject' as subject from jobs where user_id = $1 and recipient is not null) queued
  join notifications n on n.user_id = $1 and n.read_at is null and n.kind = queued.subject ->> 'kind'
    and n.event_id is not distinct from (queued.subject ->> 'event_id')::bigint
    and n.actor_id is not distinct from (queued.subject ->> 'actor_id')::uuid
  group by n.kind`;

/** Kinds of unread news whose pushes to somebody wait, and when the first of each came. */
export const listQueuedNews = (
  db: Queryable,
  userId: string,
): Promise<{ kind: NotificationKind; since: string }[]> => db.query(QUEUED_NEWS_SQL, [userId]);

/** Of the latest `UNREAD_MAX` messages, those that somebody has neither read nor seen; `after` is a number of the log.
 * Expects `chat_room room` and their `chat_read seen`. */
export const unseenSql = (person: string, after: string): string => `
  c.chat_room_id = room.id and c.seq > greatest(coalesce(seen.last_seq, 0), coalesce(seen.shown_seq, 0), room.last_seq - ${UNREAD_MAX}, ${after})
    and c.kind = 'text' and c.user_id is distinct from ${person} and not ${isHiddenMessageSql(person, 'c')}`;
