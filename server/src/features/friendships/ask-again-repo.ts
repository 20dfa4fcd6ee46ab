import { areFriendsSql } from '#server/access/friends.ts';
import type { Queryable } from '#server/db/database.ts';
import { COLUMNS, type FriendshipRow } from './repo.ts';

type Asked = { userId: string; before: string; limit: number };

const TURN_SQL = `
  update friendships f set status = 'pending', accepted_at = null, addressee_id = $1,
    requester_id = case when f.requester_id = $1 then f.addressee_id else f.requester_id end
  where f.id = any(array(
    select f.id from friendships f
    where (f.requester_id = $1 or f.addressee_id = $1) and ${areFriendsSql} and f.accepted_at <= $2 limit $3))
  returning ${COLUMNS}`;

/** Friends become people who ask to be one. */
export const turnIntoRequests = (tx: Queryable, { userId, before, limit }: Asked): Promise<FriendshipRow[]> =>
  tx.query(TURN_SQL, [userId, before, limit]);

const WITHDRAW_SQL = `
  delete from friendships f where f.id = any(array(
    select f.id from friendships f
    where f.requester_id = $1 and not (${areFriendsSql}) and f.created_at <= $2 limit $3))
  returning ${COLUMNS}`;

/** Requests of the person that nobody has answered. */
export const withdrawRequests = (tx: Queryable, { userId, before, limit }: Asked): Promise<FriendshipRow[]> =>
  tx.query(WITHDRAW_SQL, [userId, before, limit]);
