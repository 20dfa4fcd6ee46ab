import { joinOwnInviteSql } from '#server/access/event-roles.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SettingsRow } from '#server/features/notification-settings/service.ts';
import { sendableSql } from '#server/news/sendable-sql.ts';
import { SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';
import { NEWS_SUBJECT_COLUMNS } from '#server/news/subject-sql.ts';
import type { NewsSubject } from '#server/news/wording.ts';

const READERS_SQL = `
  select u.id from auth.users u left join notification_settings p on p.user_id = u.id
  where u.id = any((select $1::uuid[])::uuid[]) and u.email is not null and u.email_proved_at is not null
    and coalesce(p.by_mail, true)`;

/** Those with a proved address who want mails. */
export async function listReaders(tx: Queryable, userIds: readonly string[]): Promise<string[]> {
  return (await tx.query<{ id: string }>(READERS_SQL, [userIds])).map(({ id }) => id);
}

export type Reader = SettingsRow & {
  email: string;
  time_zone: string | null;
  sent: number;
  first_sent_at: string | null;
  up_to_id: number;
};

/** Undefined for whoever gets no mails now, or has a device to push to. */
const READER_SQL = `
  select a.email, u.time_zone, ${SETTINGS_COLUMNS}, coalesce(mails.sent, 0)::int as sent, mails.first_sent_at,
    coalesce(mails.up_to_id, 0) as up_to_id
  from users u join auth.users a on a.id = u.id
  left join notification_settings p on p.user_id = u.id
  cross join lateral (
    select count(*) as sent, min(m.sent_at) as first_sent_at, max(m.up_to_id) as up_to_id
    from news_mails m where m.user_id = u.id and m.sent_at > $2) mails
  where u.id = $1 and a.email is not null and a.email_proved_at is not null and coalesce(p.by_mail, true)
    and ${notSuspendedSql('u.id')}
    and not exists (select from push_subscriptions s join auth.sessions device on device.id = s.session_id
      where s.user_id = u.id and device.ended_at is null)`;

export async function findReader(
  db: Queryable,
  userId: string,
  sentAfter: string,
): Promise<Reader | undefined> {
  const [row] = await db.query<Reader>(READER_SQL, [userId, sentAfter]);
  return row;
}

export type NewsRow = NewsSubject & { id: number; event_zone: string | null };

const NEWS_SQL = `
  select n.id, ${NEWS_SUBJECT_COLUMNS}
  from notifications n
  left join events e on e.id = n.event_id
  ${joinOwnInviteSql('n.user_id')}
  left join users a on a.id = n.actor_id
  where n.user_id = $1 and n.id > $2 and n.created_at >= $3 and n.kind = any($4::text[])
    and ${sendableSql('n.user_id', '$5')}
  order by n.id limit $6`;

export const listNews = (
  db: Queryable,
  asked: {
    userId: string;
    afterId: number;
    since: string;
    kinds: readonly string[];
    now: string;
    limit: number;
  },
): Promise<NewsRow[]> =>
  db.query<NewsRow>(NEWS_SQL, [
    asked.userId,
    asked.afterId,
    asked.since,
    asked.kinds,
    asked.now,
    asked.limit,
  ]);

export async function insertMail(
  db: Queryable,
  mail: { userId: string; now: string; upToId: number },
): Promise<void> {
  await db.query(
    'insert into news_mails (user_id, sent_at, up_to_id) select id, $2, $3 from users where id = $1',
    [mail.userId, mail.now, mail.upToId],
  );
}

export async function deleteMailsBefore(db: Queryable, before: string): Promise<void> {
  await db.query('delete from news_mails where sent_at < $1', [before]);
}
