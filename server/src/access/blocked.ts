/** The `blocks` row between two people; a block is two rows, one per side. */
export type Block = { is_blocker: boolean } | null;

/** SAFE-01. A deleted account has no row. */
export const notBlocked = (between: Block): boolean => between === null;

/** A null `other` blocks nothing. */
export const notBlockedSql = (viewer: string, other: string): string =>
  `not exists (select from blocks as between_us where between_us.user_id = ${viewer} and between_us.other_id = ${other})`;

/** Blocks are unlimited. */
const DIGESTED_MAX = 300;

/** A digest of the people hidden from `viewer`: beyond `DIGESTED_MAX` only of the newest, so older blocks taken back do not
 * change it. */
export const blockedDigestSql = (viewer: string): string => `(
  select md5(string_agg(b.other_id::text, ',' order by b.other_id)) from (
    select newest.other_id from blocks newest where newest.user_id = ${viewer}
    order by newest.created_at desc, newest.other_id limit ${DIGESTED_MAX}) b)`;

/** Only the blocker, and not in `blocks_of_nobody`: a name would reveal that an account exists. */
export const canSeeBlockedName = (block: { is_blocker: boolean }, isNobody: boolean): boolean =>
  block.is_blocker && !isNobody;

export const canSeeBlockedNameSql = `(b.is_blocker and not exists (
  select from blocks_of_nobody n where n.user_id = b.user_id and n.other_id = b.other_id))`;
