import { canBeFoundSql, isListedAfterSql, isListedSql } from '#server/access/anonymous.ts';
import { notBlockedSql } from '#server/access/blocked.ts';
import { notEndedSql } from '#server/access/event-times.ts';
import { sharedEventsSql } from '#server/access/events.ts';
import { areFriendsSql, friendIdsSql, joinFriendshipSql } from '#server/access/friends.ts';
import {
  canDiscoverSql,
  eventsInCommonSql,
  friendsInCommonSql,
  upcomingSql,
} from '#server/access/in-common.ts';
import { sharingEventSql } from '#server/access/live.ts';
import { canSeeContactSql } from '#server/access/profiles.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { ChangedContact } from '#server/auth/hooks.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ContactVisibility, FriendshipStatus, InviteStatus } from '#server/db/schema.ts';
import { isoTimeSql } from '#server/db/sql.ts';

export type AccountRow = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  image: string | null;
  contact_visibility: ContactVisibility;
  created_at: string;
  updated_at: string;
};

export type SharedEventRow = {
  id: number;
  title: string;
  image: string | null;
  start_time: string;
  end_time: string;
  location_name: string;
  is_cancelled: boolean;
  my_status: InviteStatus;
  their_status: InviteStatus;
};

export type ProfileRow = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  image: string | null;
  friendship_id: string | null;
  requester_id: string | null;
  is_suspended: boolean;
  status: FriendshipStatus | null;
  accepted_at: string | null;
  shared_events: SharedEventRow[] | null;
  sharing_event_id: number | null;
  in_common: { friends: number; events: number } | null;
};

const ACCOUNT_COLUMNS = 'id, name, email, phone, image, contact_visibility, created_at, updated_at';

const ACCOUNT_SQL = `select ${ACCOUNT_COLUMNS} from users where id = $1`;

export async function findAccount(db: Queryable, userId: string, lock = ''): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(ACCOUNT_SQL + lock, [userId]);
  return row;
}

export const lockAccount = (tx: Queryable, userId: string): Promise<AccountRow | undefined> =>
  findAccount(tx, userId, ' for no key update');

export type AccountChanges = {
  name?: string | undefined;
  contact_visibility?: ContactVisibility | undefined;
  image?: string | null | undefined;
};

const UPDATE_ACCOUNT_SQL = `
  update users set
    name = coalesce($2, name),
    contact_visibility = coalesce($3, contact_visibility),
    image = case when $4::boolean then $5 else image end,
    updated_at = $6
  where id = $1
  returning ${ACCOUNT_COLUMNS}`;

export async function updateAccount(
  db: Queryable,
  userId: string,
  { name, contact_visibility, image }: AccountChanges,
  now: string,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(UPDATE_ACCOUNT_SQL, [
    userId,
    name ?? null,
    contact_visibility ?? null,
    image !== undefined,
    image ?? null,
    now,
  ]);
  return row;
}

const FIRST_STEPS_SQL = `
  update users set
    link_shared_at = coalesce(link_shared_at, case when $2 then $4::timestamptz end),
    first_steps_done_at = coalesce(first_steps_done_at, case when $3 then $4::timestamptz end)
  where id = $1 and ($2 and link_shared_at is null or $3 and first_steps_done_at is null)
  returning id`;

export async function recordFirstSteps(
  tx: Queryable,
  userId: string,
  { link_shared = false, done = false }: { link_shared?: boolean | undefined; done?: boolean | undefined },
  now: string,
): Promise<boolean> {
  return (await tx.query(FIRST_STEPS_SQL, [userId, link_shared, done, now])).length > 0;
}

const SHARED = sharedEventsSql('$2', 'u.id');

const PROFILE_SQL = `
  select u.id, u.name, u.image, not ${notSuspendedSql('u.id')} as is_suspended,
    case when ${canSeeContactSql('$2')} then u.email end as email,
    case when ${canSeeContactSql('$2')} then u.phone end as phone,
    f.id as friendship_id, f.requester_id, f.status, f.accepted_at,
    case when ${areFriendsSql} then (
      select coalesce(json_agg(shared), '[]'::json) from (
        select e.id, e.title, e.image, e.location_name, e.cancelled_at is not null as is_cancelled,
          ${isoTimeSql('e.start_time')} as start_time, ${isoTimeSql('e.end_time')} as end_time,
          mine.status as my_status, theirs.status as their_status
        from ${SHARED.from}
        where ${SHARED.where} and ${notEndedSql('$3')}
        order by e.start_time, e.id
        limit $4
      ) shared
    ) end as shared_events,
    case when ${areFriendsSql} then ${sharingEventSql('u.id', '$2', '$3')} end as sharing_event_id,
    case when ${canDiscoverSql('$2', 'f.id is null')} then json_build_object(
      'friends', ${friendsInCommonSql(friendIdsSql('$2'), 'u.id')},
      'events', ${eventsInCommonSql(upcomingSql('$2', '$3'), '$2', 'u.id', '$3')}
    ) end as in_common
  from users u
  ${joinFriendshipSql('u.id', '$2')}
  where u.id = $1 and ${canBeFoundSql} and ${notBlockedSql('$2', 'u.id')}`;

/** Shared events have invites of both, and both can see them. */
export async function findProfile(
  db: Queryable,
  {
    userId,
    viewerId,
    now,
    eventLimit,
  }: { userId: string; viewerId: string; now: string; eventLimit: number },
): Promise<ProfileRow | undefined> {
  const [row] = await db.query<ProfileRow>(PROFILE_SQL, [userId, viewerId, now, eventLimit]);
  return row;
}

export type NewAccount = Omit<AccountRow, 'image' | 'updated_at'> & { is_anonymous: boolean };

export async function insertAccount(db: Queryable, account: NewAccount): Promise<void> {
  await db.kysely
    .insertInto('users')
    .values({
      ...account,
      unlisted_since: account.is_anonymous ? account.created_at : null,
      updated_at: account.created_at,
    })
    .execute();
}

export async function updateContact(
  db: Queryable,
  userId: string,
  { email, phone, is_anonymous }: Omit<ChangedContact, 'id'>,
  now: string,
): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
      ...(is_anonymous === false && { is_anonymous, unlisted_since: null }),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

const MARK_UNLISTED_SQL = `
  with batch as materialized (
    select id from users where is_anonymous and id > $2 order by id limit $3),
  marked as (
    update users u set unlisted_since = case when u.unlisted_since is null then $1::timestamptz end
    from batch where u.id = batch.id and (u.unlisted_since is not null) = ${isListedSql('u.id')})
  select id from batch order by id desc limit 1`;

/** Returns the last id, null at the end. */
export async function markUnlisted(
  db: Queryable,
  { after, limit, now }: { after: string; limit: number; now: string },
): Promise<string | null> {
  const [last] = await db.query<{ id: string }>(MARK_UNLISTED_SQL, [now, after, limit]);
  return last?.id ?? null;
}

const IS_ANONYMOUS_SQL = `
  u.is_anonymous and not exists (select from account_deletions d where d.user_id = u.id)`;
const IS_OVER_SQL = `${isListedSql('u.id')} and not ${isListedAfterSql('u.id', '$2')}`;

/** Some may be on a list again by now, so each is checked once more. */
const LIST_DUE_SQL = `
  (select u.id from users u where ${IS_ANONYMOUS_SQL} and u.unlisted_since < $1
   order by u.unlisted_since, u.id limit $3)
  union all
  (select u.id from users u where ${IS_ANONYMOUS_SQL} and u.unlisted_since is null and ${IS_OVER_SQL}
   order by u.id limit $3)
  limit $3`;
const IS_DUE_SQL = `
  select from users u where u.id = $3 and ${IS_ANONYMOUS_SQL}
    and (u.unlisted_since < $1 and not ${isListedSql('u.id')} or ${IS_OVER_SQL})`;

/** On no list since before `unlisted`, or last event ended before `ended`. */
export type DueSince = { unlisted: string; ended: string };

/** The longest on no list first; none whose deletion has begun. */
export async function listDue(
  db: Queryable,
  { unlisted, ended }: DueSince,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(LIST_DUE_SQL, [unlisted, ended, limit]);
  return rows.map(({ id }) => id);
}

export async function isDue(tx: Queryable, id: string, { unlisted, ended }: DueSince): Promise<boolean> {
  return (await tx.query(IS_DUE_SQL, [unlisted, ended, id])).length > 0;
}

const CLEAR_IMAGE_SQL = 'update users set image = null, updated_at = $2 where image = $1 returning id';

export async function clearImage(tx: Queryable, path: string, now: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(CLEAR_IMAGE_SQL, [path, now]);
  return rows.map(({ id }) => id);
}

type TimeZone = { time_zone: string | null };
const TIME_ZONE_SQL = `
  update users u set time_zone = $2 from users before
  where u.id = $1 and before.id = u.id and u.time_zone is distinct from $2 returning before.time_zone`;

/** The one before; undefined without a change. */
export async function saveTimeZone(
  db: Queryable,
  userId: string,
  zone: string,
): Promise<TimeZone | undefined> {
  const [before] = await db.query<TimeZone>(TIME_ZONE_SQL, [userId, zone]);
  return before;
}
