import { notBlockedSql } from '#server/access/blocked.ts';
import { hasNotLeftSql, friendLinkOpenSql } from '#server/access/friend-links.ts';
import { joinFriendshipSql } from '#server/access/friends.ts';
import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import type { FriendshipStatus } from '#server/db/schema.ts';

export type LinkRow = { owner_id: string; salt: string; token_hash: string; expires_at: string };

export type OfferRow = {
  owner_id: string;
  name: string;
  image: string | null;
  expires_at: string;
  requester_id: string | null;
  status: FriendshipStatus | null;
};

const OWN_SQL = `
  select l.owner_id, l.salt, l.token_hash, l.expires_at from friend_links l
  where l.owner_id = $1 and ${friendLinkOpenSql('$2')}`;

export async function findOwnLink(db: Queryable, ownerId: string, now: string): Promise<LinkRow | undefined> {
  const [row] = await db.query<LinkRow>(OWN_SQL, [ownerId, now]);
  return row;
}

const REPLACE_SQL = `
  insert into friend_links (owner_id, salt, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (owner_id) do update set
    salt = excluded.salt, token_hash = excluded.token_hash, left_by = default,
    created_at = excluded.created_at, expires_at = excluded.expires_at`;

export async function insertOrReplaceLink(db: Queryable, link: LinkRow, now: string): Promise<void> {
  await db.query(REPLACE_SQL, [link.owner_id, link.salt, link.token_hash, now, link.expires_at]);
}

const DELETE_SQL = 'delete from friend_links where owner_id = $1 returning owner_id';

export async function deleteLink(db: Queryable, ownerId: string): Promise<boolean> {
  return (await db.query(DELETE_SQL, [ownerId])).length > 0;
}

const LEAVE_SQL = `update friend_links set left_by = array_append(left_by, $2) where owner_id = $1 and not $2 = any(left_by)`;

export async function leaveLink(tx: Queryable, ownerId: string, userId: string): Promise<void> {
  await tx.query(LEAVE_SQL, [ownerId, userId]);
}

const FORGET_SQL = `
  update friend_links set left_by = array_remove(left_by, $1::uuid) where left_by @> array[$1::uuid]`;

export async function forgetWhoLeft(tx: Queryable, userId: string): Promise<void> {
  await tx.query(FORGET_SQL, [userId]);
}

const OFFER_SQL = `
  select l.owner_id, u.name, u.image, l.expires_at, f.requester_id, f.status
  from friend_links l
  join users u on u.id = l.owner_id
  ${joinFriendshipSql('u.id', '$2::uuid')}
  where l.token_hash = $1 and ${friendLinkOpenSql('$3')} and ${hasNotLeftSql('$2::uuid')} and ${notBlockedSql('$2::uuid', 'u.id')}
    and ${notSuspendedSql('u.id')}`;

/** A null `viewerId` is signed out. */
export async function findOffer(
  db: Queryable,
  tokenHash: string,
  viewerId: string | null,
  now: string,
): Promise<OfferRow | undefined> {
  const [row] = await db.query<OfferRow>(OFFER_SQL, [tokenHash, viewerId, now]);
  return row;
}

const FIND_SQL = `
  select l.owner_id from friend_links l
  where l.token_hash = $1 and ${friendLinkOpenSql('$2')} and ${hasNotLeftSql('$3::uuid')}`;

type Use = { tokenHash: string; viewerId: string; now: string };

export async function findLink(
  db: Queryable,
  { tokenHash, viewerId, now }: Use,
): Promise<Pick<LinkRow, 'owner_id'> | undefined> {
  const [row] = await db.query<Pick<LinkRow, 'owner_id'>>(FIND_SQL, [tokenHash, now, viewerId]);
  return row;
}

/** Revoking and replacing wait for this shared lock. */
export async function holdLink(tx: Queryable, { tokenHash, viewerId, now }: Use): Promise<boolean> {
  return (await tx.query(`${FIND_SQL} for share`, [tokenHash, now, viewerId])).length > 0;
}
