/** The row of `blocks` between two people, seen from either side: a block is two rows. Null without one. */
export type Block = { is_blocker: boolean } | null;

/**
 * Whether two people exist for each other (SAFE-01): neither has blocked the other. A person whose account is gone has
 * no row with anybody.
 */
export const notBlocked = (between: Block): boolean => between === null;

/**
 * `notBlocked` in SQL. Both arguments are trusted SQL, such as `$2` and `u.id`; a null `other` blocks nothing. One
 * look-up by primary key.
 */
export const notBlockedSql = (viewer: string, other: string): string =>
  `not exists (select from blocks as between_us where between_us.user_id = ${viewer} and between_us.other_id = ${other})`;

/** Whom a person does not exist for, as a digest that changes with them. `viewer` is trusted SQL. */
export const blockedDigestSql = (viewer: string): string =>
  `(select md5(string_agg(b.other_id::text, ',' order by b.other_id)) from blocks b where b.user_id = ${viewer})`;

/**
 * Whether a person sees the name of someone they have blocked. Of somebody who had blocked them before they see the id
 * alone (`isNobody`, a row of `blocks_of_nobody`): the name would reveal that the other, who does not exist for them,
 * has an account.
 */
export const canSeeBlockedName = (block: { is_blocker: boolean }, isNobody: boolean): boolean =>
  block.is_blocker && !isNobody;

/** `canSeeBlockedName` in SQL, over `blocks b`. */
export const canSeeBlockedNameSql = `(b.is_blocker and not exists (
  select from blocks_of_nobody n where n.user_id = b.user_id and n.other_id = b.other_id))`;
