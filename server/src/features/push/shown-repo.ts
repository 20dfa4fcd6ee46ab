import type { ShownNews } from '@hereabouts/contract/push';
import type { Queryable } from '#server/db/database.ts';
import type { UnreadRow } from './policy.ts';
import { unseenSql } from './repo.ts';

export type ShownRow = { user_id: string; unread: UnreadRow[] } & Pick<ShownNews, 'read_chats'>;

const SHOWN_SQL = `
  select u.id as user_id,
    (select coalesce(json_agg(json_build_array(n.kind, n.event_id, n.actor_id, n.created_at)), '[]'::json) from (
      select n.kind, n.event_id, n.actor_id, n.created_at from notifications n
      where n.user_id = u.id and n.read_at is null order by n.id desc limit $3) n) as unread,
    array(select seen.event_id from (
        select own.event_id, own.last_seq, 0 as shown_seq from chat_read own where own.user_id = u.id
        order by own.event_id desc limit $4) seen
      cross join lateral (
        select p.pushed_at from pushed_chats p where p.event_id = seen.event_id and coalesce(p.pushed_at > $2, true) limit 1) pushed
      cross join lateral (select r.id, r.last_seq from chat_room r where r.event_id = seen.event_id limit 1) room
      where (select true from chat_message c where ${unseenSql('u.id', '0')} limit 1) is null
      order by pushed.pushed_at desc limit $3) as read_chats
  from unnest((select $1::uuid[])) as u (id)`;

/** The newest unread news, and read chats: of the person's newest `chats` those that were pushed after `since` (null: ever) and
 * have no unread message that is pushed. A message that was only shown counts as unread, as does one not pushed yet: its push may
 * arrive before this answer. */
export const listShown = (
  db: Queryable,
  userIds: readonly string[],
  { since, limit, chats }: { since: string | null; limit: number; chats: number },
): Promise<ShownRow[]> => db.query<ShownRow>(SHOWN_SQL, [userIds, since, limit, chats]);
