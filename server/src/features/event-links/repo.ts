import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { canUseEventLinkSql, linkOpenSql } from '#server/access/event-links.ts';
import { joinOwnInviteSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import type { Queryable } from '#server/db/database.ts';
import { GOING_COUNT_SQL } from '#server/events/guest-counts.ts';

export type LinkRow = { event_id: number; salt: string; token_hash: string };

export type OfferRow = Role & {
  id: number;
  title: string;
  start_time: string;
  end_time: string;
  location_name: string;
  image: string | null;
  time_zone: string | null;
  host_name: string;
  going_count: number;
  places: number | null;
  bring_max: number;
  is_full: boolean;
  guests_allowed: boolean;
};

const LINK_SQL = `
  select l.event_id, l.salt, l.token_hash from event_links l join events e on e.id = l.event_id
  where l.event_id = $1 and ${linkOpenSql('$2')}`;

/** Undefined also while it opens nothing. */
export async function findLink(db: Queryable, eventId: number, now: string): Promise<LinkRow | undefined> {
  const [row] = await db.query<LinkRow>(LINK_SQL, [eventId, now]);
  return row;
}

const OPEN_SQL = `select from events e where e.id = $1 and ${linkOpenSql('$2')}`;

export const canLinkOpen = async (tx: Queryable, eventId: number, now: string): Promise<boolean> =>
  (await tx.query(OPEN_SQL, [eventId, now])).length > 0;

const REPLACE_SQL = `
  insert into event_links (event_id, salt, token_hash, created_at) values ($1, $2, $3, $4)
  on conflict (event_id) do update set
    salt = excluded.salt, token_hash = excluded.token_hash, created_at = excluded.created_at`;

/** The caller holds the event. */
export async function insertOrReplaceLink(tx: Queryable, link: LinkRow, now: string): Promise<void> {
  await tx.query(REPLACE_SQL, [link.event_id, link.salt, link.token_hash, now]);
}

const allowedSql = (event: string): string =>
  `not exists (select from guests_disallowed d where d.event_id = ${event})`;

const ALLOWED_SQL = `select ${allowedSql('$1::bigint')} as allowed`;

export async function areGuestsAllowed(db: Queryable, eventId: number): Promise<boolean> {
  const [row] = await db.query<{ allowed: boolean }>(ALLOWED_SQL, [eventId]);
  return row?.allowed ?? false;
}

const DISALLOW_SQL =
  'insert into guests_disallowed (event_id) values ($1) on conflict do nothing returning event_id';
const ALLOW_SQL = 'delete from guests_disallowed where event_id = $1 returning event_id';

/** False if unchanged. The caller holds the event. */
export async function saveGuestsAllowed(tx: Queryable, eventId: number, allowed: boolean): Promise<boolean> {
  return (await tx.query(allowed ? ALLOW_SQL : DISALLOW_SQL, [eventId])).length > 0;
}

const DELETE_SQL = 'delete from event_links where event_id = $1 returning event_id';

export async function deleteLink(tx: Queryable, eventId: number): Promise<boolean> {
  return (await tx.query(DELETE_SQL, [eventId])).length > 0;
}

const USABLE_SQL = `
  where l.token_hash = $1 and ${linkOpenSql('$3')} and ${canUseEventLinkSql('$2::uuid')}`;

const OFFER_SQL = `
  select e.id, e.title, e.start_time, e.end_time, e.location_name, e.image, e.time_zone, ${ROLE_COLUMNS},
    h.name as host_name, ${allowedSql('e.id')} as guests_allowed,
    ${GOING_COUNT_SQL} as going_count, e.places, e.bring_max,
    (select count(*) from event_invites i
      where i.event_id = e.id and i.user_id <> e.created_by) >= ${EVENT_INVITES_MAX} as is_full
  from event_links l join events e on e.id = l.event_id join users h on h.id = e.created_by
  ${joinOwnInviteSql('$2::uuid')} ${USABLE_SQL}`;

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

type JoinableRow = Role & { id: number; guests_allowed: boolean };

const JOINABLE_SQL = `
  select e.id, ${ROLE_COLUMNS}, ${allowedSql('e.id')} as guests_allowed from event_links l join events e on e.id = l.event_id
  ${joinOwnInviteSql('$2::uuid')} ${USABLE_SQL}`;

export async function findJoinable(
  tx: Queryable,
  tokenHash: string,
  viewerId: string,
  now: string,
): Promise<JoinableRow | undefined> {
  const [row] = await tx.query<JoinableRow>(JOINABLE_SQL, [tokenHash, viewerId, now]);
  return row;
}
