import type { NewsCategory, NotificationSettings } from '@hereabouts/contract/notification-settings';
import { joinOwnInviteSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Move } from '#server/accounts/merged-guests.ts';
import type { Queryable } from '#server/db/database.ts';
import { SETTINGS_COLUMNS } from '#server/news/settings-sql.ts';

export type SettingsRow = {
  has_settings: boolean;
  off: NewsCategory[];
  quiet_from: number | null;
  quiet_until: number | null;
  hides_details: boolean;
  by_mail: boolean;
};

export type SettingsOfUser = SettingsRow & { time_zone: string | null };

const FIND_SQL = `
  select ${SETTINGS_COLUMNS}, u.time_zone from users u left join notification_settings p on p.user_id = u.id
  where u.id = $1`;

export async function findSettings(db: Queryable, userId: string): Promise<SettingsOfUser | undefined> {
  const [row] = await db.query<SettingsOfUser>(FIND_SQL, [userId]);
  return row;
}

const HOLD_SQL = `
  insert into notification_settings (user_id) values ($1)
  on conflict (user_id) do update set user_id = excluded.user_id`;

/** Nothing else changes them until the commit. @throws a foreign key violation when the account is gone */
export async function holdSettings(tx: Queryable, userId: string): Promise<void> {
  await tx.query(HOLD_SQL, [userId]);
}

const UPDATE_SQL = `
  update notification_settings set off = $2, quiet_from = $3, quiet_until = $4, hides_details = $5, by_mail = $6
  where user_id = $1`;

export async function updateSettings(
  db: Queryable,
  userId: string,
  { off, quiet, hides_details, by_mail }: NotificationSettings,
): Promise<void> {
  const [from, until] = [quiet?.from ?? null, quiet?.until ?? null];
  await db.query(UPDATE_SQL, [userId, off, from, until, hides_details, by_mail]);
}

const STOP_MAILS_SQL = `
  insert into notification_settings (user_id, by_mail)
  select u.id, false from users u where u.id = $1
    and not exists (select from notification_settings p where p.user_id = u.id and not p.by_mail)
  on conflict (user_id) do update set by_mail = false`;

/** Writes nothing where mails are off: a link may be pressed any number of times. */
export async function stopMails(db: Queryable, userId: string): Promise<void> {
  await db.query(STOP_MAILS_SQL, [userId]);
}

export type MuteAccessRow = Role & { time_zone: string | null };

const ACCESS_SQL = `
  select ${ROLE_COLUMNS},
    (select u.time_zone from users u where u.id = $2) as time_zone
  from events e ${joinOwnInviteSql('$2')} where e.id = $1 and ${visibleByInviteSql('$2')}`;

export async function findMuteAccess(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<MuteAccessRow | undefined> {
  const [row] = await db.query<MuteAccessRow>(ACCESS_SQL, [eventId, viewerId]);
  return row;
}

const MUTE_SQL = `
  insert into muted_chats (user_id, event_id, until) values ($1, $2, $3)
  on conflict (user_id, event_id) do update set until = excluded.until`;

export async function saveMute(
  db: Queryable,
  mute: { userId: string; eventId: number; until: string | null },
): Promise<void> {
  await db.query(MUTE_SQL, [mute.userId, mute.eventId, mute.until]);
}

export async function deleteMute(db: Queryable, mute: { userId: string; eventId: number }): Promise<void> {
  await db.query('delete from muted_chats where user_id = $1 and event_id = $2', [mute.userId, mute.eventId]);
}

const MOVE_MUTES_SQL = `
  insert into muted_chats (user_id, event_id, until)
  select $2, event_id, until from muted_chats where user_id = $1 order by event_id
  on conflict (user_id, event_id) do update set until = excluded.until where muted_chats.until <= $3`;

export async function moveMutes(tx: Queryable, { anonymousId, userId }: Move, now: string): Promise<void> {
  await tx.query(MOVE_MUTES_SQL, [anonymousId, userId, now]);
}

export async function deleteMutesOver(db: Queryable, now: string): Promise<void> {
  await db.query('delete from muted_chats where until < $1', [now]);
}
