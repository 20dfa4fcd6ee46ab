import { joinOwnInviteSql } from '#server/access/event-roles.ts';
import { sendableSql } from '#server/access/notifications.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import { aliveSessionSql } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SettingsRow } from '#server/features/notification-settings/service.ts';
import { mailCauseSql } from '#server/news/attribution-sql.ts';
import { SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';
import { NEWS_SUBJECT_COLUMNS } from '#server/news/subject-sql.ts';
import type { NewsSubject } from '#server/news/wording.ts';
import { LINES_MAX, URGENT_KINDS, type MailCause, type SentMail } from './policy.ts';

const WAIT_SQL = `
  insert into news_to_mail (user_id, since)
  select u.id, $2::timestamptz from auth.users a join users u on u.id = a.id
  left join notification_settings p on p.user_id = a.id
  where a.id = any((select $1::uuid[])::uuid[]) and a.email is not null and a.email_proved_at is not null
    and coalesce(p.by_mail, true)
  order by u.id
  on conflict (user_id) do update set since = least(news_to_mail.since, excluded.since)
  returning user_id`;

/** For those with a proved address who want mails; returns them. */
export async function insertWaits(
  tx: Queryable,
  userIds: readonly string[],
  since: string,
): Promise<string[]> {
  return (await tx.query<{ user_id: string }>(WAIT_SQL, [userIds, since])).map(({ user_id }) => user_id);
}

export async function deleteWait(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from news_to_mail where user_id = $1', [userId]);
}

export type Reader = SettingsRow & { email: string; time_zone: string | null; since: string | null };

/** No row for a person with a device. One whose push service has refused a push since `refusedAfter` does not count. */
const READER_SQL = `
  select a.email, u.time_zone, ${SETTINGS_COLUMNS}, waits.since
  from users u join auth.users a on a.id = u.id
  left join notification_settings p on p.user_id = u.id
  left join news_to_mail waits on waits.user_id = u.id
  where u.id = $1 and a.email is not null and a.email_proved_at is not null and coalesce(p.by_mail, true)
    and ${notSuspendedSql('u.id')}
    and not exists (select from push_subscriptions s
      where s.user_id = u.id and ${aliveSessionSql('s.session_id')} and coalesce(s.refused_at < $2, true))`;

export async function findReader(
  db: Queryable,
  userId: string,
  refusedAfter: string,
): Promise<Reader | undefined> {
  const [row] = await db.query<Reader>(READER_SQL, [userId, refusedAfter]);
  return row;
}

export const listMails = (
  db: Queryable,
  userId: string,
  sentAfter: string,
): Promise<(SentMail & { up_to_id: number })[]> =>
  db.query(
    'select sent_at, up_to_id, caused_by, is_urgent from news_mails where user_id = $1 and sent_at > $2 order by sent_at',
    [userId, sentAfter],
  );

/** `pending`: of all news; `last_id`: the newest of them. */
export type NewsRow = NewsSubject &
  MailCause & { id: number; event_zone: string | null; pending: number; last_id: number };

/** Everybody's newest before anybody's second. */
const NEWS_SQL = `
  with pending as (
    select n.id, n.kind = any($6::text[]) as is_urgent,
      ${mailCauseSql('n.user_id')} as caused_by, ${NEWS_SUBJECT_COLUMNS}
    from notifications n
    left join events e on e.id = n.event_id
    ${joinOwnInviteSql('n.user_id')}
    left join users a on a.id = n.actor_id
    where n.user_id = $1 and n.id > $2 and n.created_at >= $3 and n.kind = any($4::text[])
      and ${sendableSql('n.user_id', '$5')}
  ), ranked as (
    select p.*, row_number() over (partition by is_urgent, caused_by order by id desc) as nth,
      (count(*) over ())::int as pending, max(id) over () as last_id
    from pending p
  )
  select * from ranked order by nth, is_urgent desc, id desc limit $7`;

export async function listNews(
  db: Queryable,
  asked: { userId: string; afterId: number; since: string; kinds: readonly string[]; now: string },
): Promise<NewsRow[]> {
  const { userId, afterId, since, kinds, now } = asked;
  const params = [userId, afterId, since, kinds, now, URGENT_KINDS, LINES_MAX];
  const rows = await db.query<NewsRow>(NEWS_SQL, params);
  return rows.toSorted((a, b) => Number(b.is_urgent) - Number(a.is_urgent) || a.id - b.id);
}

export async function insertMail(
  db: Queryable,
  mail: MailCause & { userId: string; now: string; upToId: number },
): Promise<void> {
  await db.query(
    `insert into news_mails (user_id, sent_at, up_to_id, caused_by, is_urgent)
     select u.id, $2, $3, (select c.id from users c where c.id = $4), $5 from users u where u.id = $1`,
    [mail.userId, mail.now, mail.upToId, mail.caused_by, mail.is_urgent],
  );
}

export async function deleteMailsBefore(db: Queryable, before: string): Promise<void> {
  await db.query('delete from news_mails where sent_at < $1', [before]);
}

export async function deleteWaitsBefore(db: Queryable, before: string): Promise<void> {
  await db.query('delete from news_to_mail where since < $1', [before]);
}
