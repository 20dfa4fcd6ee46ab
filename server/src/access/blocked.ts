/** The row of `blocks` between two people, seen from either side: a block is two rows. Null without one. */
export type Block = { is_blocker: boolean } | null;

/** Neither has blocked the other (SAFE-01). A deleted account has no row with anybody. */
export const notBlocked = (between: Block): boolean => between === null;

/** A null `other` blocks nothing. One look-up by primary key. */
export const notBlockedSql = (viewer: string, other: string): string =>
  `not exists (select from blocks as between_us where between_us.user_id = ${viewer} and between_us.other_id = ${other})`;

/** Nobody is refused a block, so some have any number of them. */
const DIGESTED_MAX = 300;

/** The people hidden from `viewer`, as a digest that changes with them. Of more than `DIGESTED_MAX` the newest, so that it
 * changes with each further block, but not where an older one is taken back. */
export const blockedDigestSql = (viewer: string): string => `(
  select md5(string_agg(b.other_id::text, ',' order by b.other_id)) from (
    select newest.other_id from blocks newest where newest.user_id = ${viewer}
    order by newest.created_at desc, newest.other_id limit ${DIGESTED_MAX}) b)`;

/** Only the blocker sees the name. For a row of `blocks_of_nobody` a name would reveal that an account exists. */
export const canSeeBlockedName = (block: { is_blocker: boolean }, isNobody: boolean): boolean =>
  block.is_blocker && !isNobody;

export const canSeeBlockedNameSql = `(b.is_blocker and not exists (
  select from blocks_of_nobody n where n.user_id = b.user_id and n.other_id = b.other_id))`;
