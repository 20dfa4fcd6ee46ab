import { canChatSql, joinOwnInviteSql } from '#server/access/event-roles.ts';
import { visibleSql } from '#server/access/events.ts';
import { sendableSql } from '#server/access/notifications.ts';
import { aliveSessionSql } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import { byStrangerSql, chargedToSql } from '#server/news/attribution-sql.ts';
import { mutedSql, SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';
import { NEWS_SUBJECT_COLUMNS } from '#server/news/subject-sql.ts';
import type { ChatLookUp, ChatRow, NewsLookUp, NewsRow } from './delivery-policy.ts';
import { CHAT_WAIT_MS } from './job-policy.ts';
import { unseenSql } from './repo.ts';

const RECIPIENT_COLUMNS = `j.job_index, s.id, s.user_id, s.session_id, s.endpoint, s.p256dh, s.auth, u.time_zone, ${SETTINGS_COLUMNS}`;
const RECIPIENTS = `
  join push_subscriptions s on s.id = j.device_id and ${aliveSessionSql('s.session_id')}
  join users u on u.id = s.user_id
  left join notification_settings p on p.user_id = u.id`;

const NEWS_SQL = `
  select ${RECIPIENT_COLUMNS}, n.created_at, ${byStrangerSql('u.id')} as is_by_stranger,
    case when n.actor_id is null and e.id is not null then ${chargedToSql('u.id')} end as invited_by, ${NEWS_SUBJECT_COLUMNS}
  from unnest((select $1::int[]), (select $2::uuid[]), (select $3::text[]), (select $4::bigint[]), (select $5::uuid[]))
    as j (job_index, device_id, kind, event_id, actor_id)
  ${RECIPIENTS}
  cross join lateral (
    select * from notifications n where n.user_id = u.id and n.kind = j.kind and n.read_at is null
      and n.event_id is not distinct from j.event_id and n.actor_id is not distinct from j.actor_id limit 1) n
  left join events e on e.id = n.event_id
  ${joinOwnInviteSql('u.id')}
  left join users a on a.id = n.actor_id
  where ${sendableSql('u.id', '$6')}`;

export function listNews(db: Queryable, asked: readonly NewsLookUp[], now: string): Promise<NewsRow[]> {
  const column = <K extends keyof NewsLookUp>(key: K) => asked.map((one) => one[key]);
  return db.query<NewsRow>(NEWS_SQL, [
    column('jobIndex'),
    column('deviceId'),
    column('kind'),
    column('eventId'),
    column('actorId'),
    now,
  ]);
}

/** Unseen messages whose writers are looked at. */
const WRITERS_OF_MAX = 100;
const CHATS_SQL = `
  select ${RECIPIENT_COLUMNS}, e.id as event_id, e.title, last.message, last.created_at, last.seq, last.name as sender_name,
    pushed.seq as pushed_seq, pushed.pushed_at, pushed.job_id is null as is_pushed,
    exists (select from chat_message c
      where ${unseenSql('u.id', '0')} and c.created_at <= $4::timestamptz - interval '${CHAT_WAIT_MS} ms') as has_waited,
    case when j.asks_writers then (
      select json_agg(distinct w.user_id) from (
        select c.user_id from chat_message c where ${unseenSql('u.id', '0')} order by c.seq desc limit ${WRITERS_OF_MAX}) w
      where w.user_id is not null) end as writer_ids
  from unnest((select $1::int[]), (select $2::uuid[]), (select $3::bigint[]), (select $5::boolean[]), (select $6::uuid[]))
    as j (job_index, device_id, event_id, asks_writers, job_id)
  ${RECIPIENTS}
  join events e on e.id = j.event_id
  ${joinOwnInviteSql('u.id')}
  join chat_room room on room.event_id = e.id
  left join chat_read seen on seen.event_id = e.id and seen.user_id = u.id
  left join chat_pushes pushed on pushed.device_id = s.id and pushed.event_id = e.id and pushed.job_id is distinct from j.job_id
  cross join lateral (
    select left(c.message, 300) as message, c.created_at, c.seq, sender.name
    from chat_message c left join users sender on sender.id = c.user_id
    where ${unseenSql('u.id', '0')} order by c.seq desc limit 1) last
  where ${canChatSql('u.id')} and ${visibleSql('u.id')} and not ${mutedSql('u.id', 'e.id', '$4')}`;

export function listChats(db: Queryable, asked: readonly ChatLookUp[], now: string): Promise<ChatRow[]> {
  const column = <K extends keyof ChatLookUp>(key: K) => asked.map((one) => one[key]);
  return db.query<ChatRow>(CHATS_SQL, [
    column('jobIndex'),
    column('deviceId'),
    column('eventId'),
    now,
    column('asksWriters'),
    column('jobId'),
  ]);
}
