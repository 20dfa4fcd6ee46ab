import type { Queryable } from '#server/db/database.ts';

export type HiddenAuthor = { user_id: string; author_key: string };

/** While an account is being deleted, a batch in progress may count on a row whose content is gone. Only a key without a message is
 * looked for among the meeting points, of which no index has the keys. */
const DELETE_ORPHANS_SQL = `
  with batch as materialized (
    select user_id, author_key from chat_hidden_authors where (user_id, author_key) > ($1::uuid, $2::uuid)
    order by user_id, author_key limit $3),
  gone as (
    delete from chat_hidden_authors h using batch b
    where h.user_id = b.user_id and h.author_key = b.author_key
      and not exists (select from account_deletions)
      and not exists (select from chat_message m where m.author_key = h.author_key)
      and h.author_key not in (select p.author_key from meeting_points p where p.author_key is not null))
  select user_id, author_key from batch order by user_id, author_key`;

/** Looks at the `limit` rows after that one, deletes those that hide nothing any more, and returns all it looked at. */
export const deleteOrphans = (
  db: Queryable,
  { user_id, author_key }: HiddenAuthor,
  limit: number,
): Promise<HiddenAuthor[]> => db.query<HiddenAuthor>(DELETE_ORPHANS_SQL, [user_id, author_key, limit]);
