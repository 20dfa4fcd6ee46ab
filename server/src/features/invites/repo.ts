import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';
import { partPattern } from '#server/db/sql.ts';
import { visibleSql } from '#server/features/events/policy.ts';
import { friendIdsSql } from '#server/features/friendships/policy.ts';
import type { NameKey } from '#server/http/page-cursor.ts';

export type InvitableRow = {
  id: string;
  name: string;
  email: string | null;
  image: string | null;
  sort_name: string;
};

export type InvitableEventRow = {
  id: number;
  title: string;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
  created_by: string;
  /** Whether the creator has any friends at all. */
  has_friends: boolean;
  /** The creator's friends without an invite, by name; empty for anyone else. */
  friends: InvitableRow[];
};

/** One page of the friends who can still be invited, with the event; undefined when the viewer cannot see it. */
export async function findInvitable(
  db: Queryable,
  {
    eventId,
    viewerId,
    search,
    after,
    limit,
  }: { eventId: number; viewerId: string; search: string; after: NameKey | null; limit: number },
): Promise<InvitableEventRow | undefined> {
  const params: unknown[] = [eventId, viewerId, limit];
  const bind = (value: unknown, type: string) => `$${params.push(value)}::${type}`;
  const conditions = [
    'e.created_by = $2',
    'not exists (select from event_invites i where i.event_id = e.id and i.user_id = u.id)',
  ];
  if (after !== null) {
    conditions.push(`(lower(u.name), u.id) > (${bind(after[0], 'text')}, ${bind(after[1], 'uuid')})`);
  }
  // A friend's address is always visible to a friend, so it may be searched.
  if (search !== '') {
    const like = `like lower(${bind(partPattern(search), 'text')})`;
    conditions.push(`(lower(u.name) ${like} or lower(u.email) ${like})`);
  }
  const [row] = await db.query<InvitableEventRow>(
    `select e.id, e.title, e.start_time, e.end_time, e.cancelled_at, e.created_by,
      exists ${friendIdsSql('e.created_by')} as has_friends,
      (select coalesce(json_agg(page order by page.sort_name, page.id), '[]'::json) from (
        select u.id, u.name, u.email, u.image, lower(u.name) as sort_name
        from ${friendIdsSql('$2')} f join users u on u.id = f.id
        where ${conditions.join(' and ')}
        order by lower(u.name), u.id
        limit $3) page) as friends
    from events e
    where e.id = $1 and ${visibleSql('$2')}`,
    params,
  );
  return row;
}

const GUEST_IDS_SQL = 'select user_id from event_invites where event_id = $1';

/** Everyone with an invite, the creator's own included. */
export async function listInvitedIds(tx: Queryable, eventId: number): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(GUEST_IDS_SQL, [eventId]);
  return rows.map((row) => row.user_id);
}

export type GuestRow = {
  created_by: string;
  end_time: string;
  cancelled_at: string | null;
  my_status: InviteStatus | null;
};

const GUEST_SQL = `
  select e.created_by, e.end_time, e.cancelled_at, i.status as my_status
  from events e left join event_invites i on i.event_id = e.id and i.user_id = $2
  where e.id = $1 and ${visibleSql('$2')}`;

/** What the viewer has to do with an event; undefined when they cannot see it. */
export async function findGuest(
  tx: Queryable,
  eventId: number,
  viewerId: string,
): Promise<GuestRow | undefined> {
  const [row] = await tx.query<GuestRow>(GUEST_SQL, [eventId, viewerId]);
  return row;
}

const SAVE_ANSWER_SQL = `
  insert into event_invites (event_id, user_id, status, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict (event_id, user_id) do update set status = excluded.status, updated_at = excluded.updated_at`;

export async function saveAnswer(
  tx: Queryable,
  answer: { eventId: number; userId: string; status: InviteStatus; now: string },
): Promise<void> {
  await tx.query(SAVE_ANSWER_SQL, [answer.eventId, answer.userId, answer.status, answer.now]);
}
