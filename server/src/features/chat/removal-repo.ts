import { messageHiddenFromSql } from '#server/access/chat.ts';
import type { Queryable } from '#server/db/database.ts';
import { personSql } from '#server/db/sql.ts';
import type { MessageRow } from './repo.ts';

/** The room is locked before the message, as by every writer of the log. */
const LOCK_ROOM_OF_SQL = `
  select id from chat_room where id = (select chat_room_id from chat_message where id = $1) for no key update`;
const REMOVE_SQL = `
  with removed as (
    update chat_message set kind = 'removed', message = $2, meet_at = null
    where id = $1 and kind <> 'removed' returning id, seq, kind, message, created_at, user_id, author_key
  ), room as (
    update chat_room set removed_count = removed_count + 1 where id = $3 and exists (select from removed)
    returning event_id, removed_count
  )
  select removed.*, before.kind = 'announcement' as was_announcement, room.event_id, room.removed_count,
    case when u.id is not null then ${personSql('u')} end as sender,
    ${messageHiddenFromSql('removed')} as hidden_from
  from removed
  join chat_message before using (id)
  cross join room
  join events e on e.id = room.event_id
  left join users u on u.id = removed.user_id`;

export type RemovedRow = Omit<MessageRow, 'meet_at' | 'is_hidden'> & {
  user_id: string | null;
  event_id: number;
  removed_count: number;
  was_announcement: boolean;
  hidden_from: string[];
};

/** Undefined for a missing or removed message. */
export async function removeMessage(tx: Queryable, id: string, text: string) {
  const [room] = await tx.query<{ id: number }>(LOCK_ROOM_OF_SQL, [id]);
  return room && (await tx.query<RemovedRow>(REMOVE_SQL, [id, text, room.id]))[0];
}

const DELETE_SOME_SQL = `delete from chat_message where id = any(array(select m.id from chat_message m
  join chat_room r on r.id = m.chat_room_id where r.event_id = $1 limit $2)) returning id`;

export const deleteMessages = (db: Queryable, eventId: number, limit: number): Promise<number> =>
  db.query(DELETE_SOME_SQL, [eventId, limit]).then((rows) => rows.length);
