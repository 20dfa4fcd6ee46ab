import { areFriendsSql } from '#server/access/friends.ts';
import type { Queryable } from '#server/db/database.ts';

const TURN_SQL = `
  update friendships f set status = 'pending', accepted_at = null, addressee_id = $1,
    requester_id = case when f.requester_id = $1 then f.addressee_id else f.requester_id end
  where (f.requester_id = $1 or f.addressee_id = $1) and ${areFriendsSql}
  returning f.requester_id as id`;

/** @returns the ids of the former friends, who now ask */
export const turnFriendsIntoRequests = (tx: Queryable, userId: string): Promise<{ id: string }[]> =>
  tx.query(TURN_SQL, [userId]);

const WITHDRAW_SQL = `
  delete from friendships f where f.requester_id = $1 and not (${areFriendsSql}) returning f.addressee_id as id`;

export const withdrawSentRequests = (tx: Queryable, userId: string): Promise<{ id: string }[]> =>
  tx.query(WITHDRAW_SQL, [userId]);
