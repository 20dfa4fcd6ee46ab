import { UNREAD_MAX } from '@hereabouts/contract/limits';
import type { ShownNews } from '@hereabouts/contract/push';
import { notBlockedSql } from '#server/access/blocked.ts';
import { isHiddenMessageSql } from '#server/access/chat.ts';
import { canChatSql, chatterIdsSql, isParticipantSql, joinOwnInviteSql } from '#server/access/event-roles.ts';
import { visibleSql } from '#server/access/events.ts';
import { isFriendSql } from '#server/access/friends.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import type { NotificationKind } from '#server/db/schema.ts';
import { inviterSql } from '#server/news/inviter-sql.ts';
import { sendableSql } from '#server/news/sendable-sql.ts';
import { mutedSql, SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';
import { NEWS_SUBJECT_COLUMNS } from '#server/news/subject-sql.ts';
import { addJobSql } from '#server/jobs/repo.ts';
import type { Subscription } from '#server/push/pusher.ts';
import {
  CHAT_ROUND_EVERY_MS,
  CHAT_WAIT_MS,
  type ChatAsked,
  type ChatDevice,
  type ChatRow,
  type NewsAsked,
  type NewsRow,
} from './policy.ts';

/** The kind of job. */
export const CHAT_ROUND = 'push_chat';

export type SubscriptionRow = Subscription & { id: string; user_id: string; session_id: string };

/** Of a session that lasts. */
const aliveSql = (session: string): string =>
  `exists (select from auth.sessions device where device.id = ${session} and device.ended_at is null)`;

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
/** Of one endpoint the oldest and the two newest: further accounts on somebody's endpoint use up neither their place nor the
 * service's patience with it. Rows that another request is deleting are left to it. */
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

/** Whoever used the browser before is not told in it any more. It shows that it is the same by its keys, which nobody else
 * knows: with others, whoever knows the endpoint of somebody else's takes nothing from them. Returns those who have lost
 * a device by it. */
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

/** Those whose endpoints are gone; returns whose they were. */
export async function deleteGone(db: Queryable, gone: readonly SubscriptionRow[]): Promise<string[]> {
  const rows = await db.query<Owner>(
    `delete from push_subscriptions s using unnest($1::uuid[], $2::text[]) as gone (id, endpoint)
     where s.id = gone.id and s.endpoint = gone.endpoint returning s.user_id`,
    [gone.map(({ id }) => id), gone.map(({ endpoint }) => endpoint)],
  );
  return rows.map((row) => row.user_id);
}

/** Their services did not accept the server's key. */
export async function markRefused(
  db: Queryable,
  refused: readonly SubscriptionRow[],
  now: string,
): Promise<void> {
  if (refused.length === 0) return;
  const ids = refused.map(({ id }) => id);
  await db.query('update push_subscriptions set refused_at = $2 where id = any($1)', [ids, now]);
}

type Device = { id: string; user_id: string };
const devicesSql = (column: 'id' | 'user_id') => `
  select s.id, s.user_id from push_subscriptions s
  where s.${column} = any((select $1::uuid[])::uuid[]) and ${aliveSql('s.session_id')}`;
const DEVICES_OF_SQL = devicesSql('user_id');
const DEVICES_SQL = devicesSql('id');

export const listDevicesOf = (db: Queryable, userIds: readonly string[]): Promise<Device[]> =>
  db.query(DEVICES_OF_SQL, [userIds]);

export const listDevices = (db: Queryable, ids: readonly string[]): Promise<Device[]> =>
  db.query(DEVICES_SQL, [ids]);

const RECIPIENT_COLUMNS = `j.n, s.id, s.user_id, s.session_id, s.endpoint, s.p256dh, s.auth, u.time_zone, ${SETTINGS_COLUMNS}`;
const RECIPIENTS = `
  join push_subscriptions s on s.id = j.device_id and ${aliveSql('s.session_id')}
  join users u on u.id = s.user_id
  left join notification_settings p on p.user_id = u.id`;

/** Caused by somebody who is no friend of the person, and about no event that the person takes part in. */
const BY_STRANGER = `(
  n.actor_id is not null and not ${isFriendSql('u.id', 'n.actor_id')}
  and (e.id is null or not ${isParticipantSql('u.id')}))`;

/** Unread, and the person still has the right to it. */
const NEWS_SQL = `
  select ${RECIPIENT_COLUMNS}, n.created_at, ${BY_STRANGER} as is_by_stranger, ${NEWS_SUBJECT_COLUMNS}
  from unnest((select $1::int[]), (select $2::uuid[]), (select $3::text[]), (select $4::bigint[]), (select $5::uuid[]))
    as j (n, device_id, kind, event_id, actor_id)
  ${RECIPIENTS}
  cross join lateral (
    select * from notifications n where n.user_id = u.id and n.kind = j.kind and n.read_at is null
      and n.event_id is not distinct from j.event_id and n.actor_id is not distinct from j.actor_id limit 1) n
  left join events e on e.id = n.event_id
  ${joinOwnInviteSql('u.id')}
  left join users a on a.id = n.actor_id
  where ${sendableSql('u.id', '$6')}`;

export function listNews(db: Queryable, asked: readonly NewsAsked[], now: string): Promise<NewsRow[]> {
  const column = <K extends keyof NewsAsked>(key: K) => asked.map((one) => one[key]);
  return db.query<NewsRow>(NEWS_SQL, [
    column('n'),
    column('deviceId'),
    column('kind'),
    column('eventId'),
    column('actorId'),
    now,
  ]);
}

/** Of the latest `UNREAD_MAX` messages, those that somebody has neither read nor seen; `after` is a number of the log.
 * Expects `chat_room room` and their `chat_read seen`. */
const unseenSql = (person: string, after: string): string => `
  c.chat_room_id = room.id and c.seq > greatest(coalesce(seen.last_seq, 0), coalesce(seen.shown_seq, 0), room.last_seq - ${UNREAD_MAX}, ${after})
    and c.kind = 'text' and c.user_id is distinct from ${person} and not ${isHiddenMessageSql(person, 'c')}`;

/** Of unseen messages, whose writers are looked at. */
const WRITERS_OF_MAX = 100;
const CHATS_SQL = `
  select ${RECIPIENT_COLUMNS}, e.id as event_id, e.title, last.message, last.created_at, last.seq, last.name as sender_name,
    case when j.asks_writers then (
      select json_agg(distinct w.user_id) from (
        select c.user_id from chat_message c where ${unseenSql('u.id', '0')} order by c.seq desc limit ${WRITERS_OF_MAX}) w
      where w.user_id is not null) end as writer_ids
  from unnest((select $1::int[]), (select $2::uuid[]), (select $3::bigint[]), (select $5::boolean[]))
    as j (n, device_id, event_id, asks_writers)
  ${RECIPIENTS}
  join events e on e.id = j.event_id
  ${joinOwnInviteSql('u.id')}
  join chat_room room on room.event_id = e.id
  left join chat_read seen on seen.event_id = e.id and seen.user_id = u.id
  cross join lateral (
    select left(c.message, 300) as message, c.created_at, c.seq, sender.name
    from chat_message c left join users sender on sender.id = c.user_id
    where ${unseenSql('u.id', '0')} order by c.seq desc limit 1) last
  where ${canChatSql('u.id')} and ${visibleSql('u.id')} and not ${mutedSql('u.id', 'e.id', '$4')}`;

export function listChats(db: Queryable, asked: readonly ChatAsked[], now: string): Promise<ChatRow[]> {
  const column = <K extends keyof ChatAsked>(key: K) => asked.map((one) => one[key]);
  return db.query<ChatRow>(CHATS_SQL, [
    column('n'),
    column('deviceId'),
    column('eventId'),
    now,
    column('asksWriters'),
  ]);
}

const BEGIN_ROUND_SQL = `
  insert into pushed_chats as p (event_id, last_seq, pushed_at) values ($1, 0, $2)
  on conflict (event_id) do update set pushed_at = excluded.pushed_at
  returning last_seq as pushed_seq, (select room.last_seq from chat_room room where room.event_id = p.event_id) as last_seq,
    (select coalesce(json_agg(distinct c.user_id), '[]'::json) from chat_room room
      join chat_message c on c.chat_room_id = room.id and c.seq > p.last_seq and c.kind = 'text'
      where room.event_id = p.event_id and c.user_id is not null) as writer_ids`;
const ROUND_SQL = `
  select s.id, s.user_id, u.time_zone, ${SETTINGS_COLUMNS},
    case when not ${isParticipantSql('m.id')} then 
      case when ${isFriendSql('m.id', 'e.created_by')} then e.created_by
        else coalesce(${inviterSql('m.id', 'e.id')}, e.created_by) end end as invited_by
  from ${chatterIdsSql('$1')} m
  join push_subscriptions s on s.user_id = m.id and ${aliveSql('s.session_id')}
  join users u on u.id = m.id
  join chat_room room on room.event_id = $1
  join events e on e.id = room.event_id
  left join chat_read seen on seen.event_id = room.event_id and seen.user_id = m.id
  left join notification_settings p on p.user_id = m.id
  where not coalesce('chat' = any(p.off), false) and not ${mutedSql('m.id', 'room.event_id', '$3')}
    and ${notBlockedSql('m.id', 'e.created_by')}
    and exists (select from chat_message c where ${unseenSql('m.id', '(select $2::bigint)')})`;
const END_ROUND_SQL = 'update pushed_chats set last_seq = greatest(last_seq, $2) where event_id = $1';

type Round = { devices: ChatDevice[]; writerIds: string[]; lastSeq: number };

/** Devices that are to be told of messages since the last round, and who wrote those; null where there are none, or the event is
 * gone. */
export async function beginRound(db: Queryable, eventId: number, now: string): Promise<Round | null> {
  type Begun = { pushed_seq: number; last_seq: number | null; writer_ids: string[] };
  const [round] = await db.query<Begun>(BEGIN_ROUND_SQL, [eventId, now]).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
    return [];
  });
  if (round?.last_seq == null || round.last_seq <= round.pushed_seq) return null;
  const devices = await db.query<ChatDevice>(ROUND_SQL, [eventId, round.pushed_seq, now]);
  return { devices, writerIds: round.writer_ids, lastSeq: round.last_seq };
}

/** Later messages have a round of their own. */
export async function endRound(tx: Queryable, eventId: number, lastSeq: number): Promise<void> {
  await tx.query(END_ROUND_SQL, [eventId, lastSeq]);
}

/** Adds a round to the queue: soon after a message, but not soon after the last one. Texts are SQL. */
export const chatRoundSql = ({
  eventId,
  sentAt,
  from,
}: Record<'eventId' | 'sentAt' | 'from', string>): string =>
  addJobSql({
    kind: CHAT_ROUND,
    payload: `jsonb_build_object('event_id', ${eventId}::bigint)`,
    key: `${eventId}::bigint::text`,
    now: sentAt,
    dueAt: `greatest(${sentAt} + interval '${CHAT_WAIT_MS} ms',
      (select p.pushed_at from pushed_chats p where p.event_id = ${eventId}) + interval '${CHAT_ROUND_EVERY_MS} ms')`,
    from,
  });

export type ShownRow = { user_id: string; unread: [NotificationKind, number | null, string | null][] } & Pick<
  ShownNews,
  'read_chats'
>;

const SHOWN_SQL = `
  select u.id as user_id,
    (select coalesce(json_agg(json_build_array(n.kind, n.event_id, n.actor_id)), '[]'::json) from (
      select n.kind, n.event_id, n.actor_id from notifications n
      where n.user_id = u.id and n.read_at is null order by n.id desc limit $3) n) as unread,
    array(select seen.event_id from (
        select own.event_id, own.last_seq from chat_read own where own.user_id = u.id
        order by own.event_id desc limit $4) seen
      cross join lateral (
        select p.pushed_at from pushed_chats p where p.event_id = seen.event_id and p.pushed_at > $2 limit 1) c
      cross join lateral (select r.last_seq from chat_room r where r.event_id = seen.event_id limit 1) room
      where seen.last_seq >= room.last_seq order by c.pushed_at desc limit $3) as read_chats
  from unnest((select $1::uuid[])) as u (id)`;

/** The newest unread news, and chats pushed since then that have been read to the end. From the person's own chats: those that
 * were pushed are everybody's; of them, the newest `chats`. */
export const listShown = (
  db: Queryable,
  userIds: readonly string[],
  { since, limit, chats }: { since: string; limit: number; chats: number },
): Promise<ShownRow[]> => db.query<ShownRow>(SHOWN_SQL, [userIds, since, limit, chats]);
