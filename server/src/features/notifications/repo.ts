import type { Queryable } from '#server/db/database.ts';
import type { NotificationKind } from '@hereabouts/contract/notifications';

/** A merged notification gets a new id, which moves it up: lists sort by id. People's rows are locked in one global order. */
const INSERT_SQL = `
  insert into notifications (user_id, kind, event_id, actor_id, created_at)
  select u.id, $2, $3::bigint, $4::uuid, $5::timestamptz from users u
  where u.id = any($1::uuid[]) and u.id is distinct from $4::uuid
  order by u.id for key share
  on conflict (user_id, kind, event_id, actor_id) where read_at is null
  do update set id = default, created_at = excluded.created_at`;

export type NewRows = {
  kind: NotificationKind;
  userIds: readonly string[];
  eventId: number | null;
  actorId: string | null;
  now: string;
};

export async function insertNotifications(tx: Queryable, news: NewRows): Promise<void> {
  await tx.query(INSERT_SQL, [news.userIds, news.kind, news.eventId, news.actorId, news.now]);
}

const INSERT_SHARING_SQL = `
  insert into notifications (user_id, kind, event_id, actor_id, created_at)
  select u.id, 'friend_sharing', $2::bigint, $3::uuid, $4::timestamptz from users u
  where u.id = any($1::uuid[]) order by u.id for key share
  on conflict do nothing returning user_id`;

/** Returns the people who had not been told before. */
export async function insertSharingNotifications(
  tx: Queryable,
  { userIds, eventId, actorId, now }: Omit<NewRows, 'kind'>,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(INSERT_SHARING_SQL, [userIds, eventId, actorId, now]);
  return rows.map((row) => row.user_id);
}

const DELETE_SQL = `
  delete from notifications
  where user_id = any($1::uuid[]) and kind = $2 and event_id is not distinct from $3 and ($4::uuid is null or actor_id = $4)`;

export async function deleteNotifications(tx: Queryable, news: Omit<NewRows, 'now'>): Promise<void> {
  await tx.query(DELETE_SQL, [news.userIds, news.kind, news.eventId, news.actorId]);
}

const DELETE_UNREAD_SQL = `
  delete from notifications where event_id = $1 and ($2::text[] is null or kind = any($2)) and read_at is null
  returning user_id`;

/** @returns whose */
export async function deleteUnread(
  tx: Queryable,
  { eventId, kinds }: { eventId: number; kinds: readonly NotificationKind[] | null },
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(DELETE_UNREAD_SQL, [eventId, kinds]);
  return rows.map(({ user_id }) => user_id);
}

const DELETE_BETWEEN_SQL = `
  delete from notifications n
  where (n.user_id = $1 and (n.actor_id = $2 or n.event_id in (select id from events where created_by = $2)))
    or (n.user_id = $2 and (n.actor_id = $1 or n.event_id in (select id from events where created_by = $1)))
  returning n.user_id`;

/** Whose they were. */
export async function deleteNotificationsBetween(
  tx: Queryable,
  userId: string,
  otherId: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ user_id: string }>(DELETE_BETWEEN_SQL, [userId, otherId]);
  return new Set(rows.map(({ user_id }) => user_id));
}
