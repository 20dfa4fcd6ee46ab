import type { ShownNews } from '@hereabouts/contract/push';
import { canChatSql, joinOwnInviteOfFewSql } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { UnreadRow } from './policy.ts';
import { unseenSql } from './repo.ts';

export type ShownRow = { user_id: string; unread: UnreadRow[] } & Pick<ShownNews, 'read_chats'>;

/** `$2` null: ever. */
const isRecentSql = (pushedAt: string): string => `coalesce(${pushedAt} > $2, true)`;

const ROOM_SQL =
  'lateral (select r.id, r.last_seq from chat_room r where r.event_id = seen.event_id limit 1) room';

/** Where a message was only shown it is unread. Expects `seen` without what was shown, and `room`. */
const NOTHING_UNREAD_SQL = `(select true from chat_message c where ${unseenSql('u.id', '0')} limit 1) is null`;

const READ_SQL = `
        select seen.event_id, pushed.pushed_at from (
          select own.event_id, own.last_seq, 0 as shown_seq from chat_read own where own.user_id = u.id
          order by own.event_id desc limit $4) seen
        cross join lateral (
          select p.pushed_at from pushed_chats p where p.event_id = seen.event_id and ${isRecentSql('p.pushed_at')} limit 1) pushed
        cross join ${ROOM_SQL}
        where ${NOTHING_UNREAD_SQL}`;

/** Of the chats pushed to a device of the person, also those whose event is gone: they have rows only in `chat_pushes`. */
const LOST_OR_EMPTY_SQL = `
        select seen.event_id, seen.pushed_at from (
          select told.event_id, told.pushed_at, own.last_seq, 0 as shown_seq from (
            select p.event_id, max(p.pushed_at) as pushed_at from push_subscriptions s
            cross join lateral (
              select one.event_id, one.pushed_at from chat_pushes one where one.device_id = s.id
              order by one.event_id desc limit $4) p
            where s.user_id = u.id and ${isRecentSql('p.pushed_at')}
            group by p.event_id order by max(p.pushed_at) desc limit $3) told
          left join lateral (
            select r.last_seq from chat_read r where r.event_id = told.event_id and r.user_id = u.id limit 1) own on true) seen
        left join ${ROOM_SQL} on true
        where ${NOTHING_UNREAD_SQL} or not exists (
          select from (select one.* from events one where one.id = seen.event_id limit 1) e ${joinOwnInviteOfFewSql('u.id')}
          where ${canChatSql('u.id')} and ${visibleByInviteSql('u.id')})`;

const SHOWN_SQL = `
  select u.id as user_id,
    (select coalesce(json_agg(json_build_array(n.kind, n.event_id, n.actor_id, n.created_at)), '[]'::json) from (
      select n.kind, n.event_id, n.actor_id, n.created_at from notifications n
      where n.user_id = u.id and n.read_at is null order by n.id desc limit $3) n) as unread,
    array(select cleared.event_id from (${READ_SQL}
        union all ${LOST_OR_EMPTY_SQL}) cleared
      group by cleared.event_id order by max(cleared.pushed_at) desc limit $3) as read_chats
  from unnest((select $1::uuid[])) as u (id)`;

/** The newest unread news, and chats without an unread message that is pushed: of the person's newest `chats` those that were
 * pushed after `since` (null: ever), and of those pushed to a device of theirs within the last day also what they have never opened
 * or may not read any more. A message that was only shown counts as unread, as does one not pushed yet: its push may arrive before
 * this answer. */
export const listShown = (
  db: Queryable,
  userIds: readonly string[],
  { since, limit, chats }: { since: string | null; limit: number; chats: number },
): Promise<ShownRow[]> => db.query<ShownRow>(SHOWN_SQL, [userIds, since, limit, chats]);
