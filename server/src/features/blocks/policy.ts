/**
 * Whether two people exist for each other (SAFE-01): neither has blocked the other. Both arguments are trusted SQL, such
 * as `$2` and `u.id`; an `other` that is null (a sender whose account is gone) is nobody's and blocks nothing.
 * One look-up by primary key: a block is two rows, one seen from each side.
 */
export const notBlockedSql = (viewer: string, other: string): string =>
  `not exists (select from blocks as between_us where between_us.user_id = ${viewer} and between_us.other_id = ${other})`;

/**
 * Whether a person is told whom they have blocked, over `blocks b`. Of somebody who had blocked them before they are told
 * the id alone (`blocks_of_nobody`): the name would tell that the other, who does not exist for them, is there.
 */
export const isNamedSql = `(b.is_blocker and not exists (
  select from blocks_of_nobody n where n.user_id = b.user_id and n.other_id = b.other_id))`;

/** Blocks of ids that are nobody's: enough for anybody, and a bound for whoever tries ids out. */
export const BLOCKS_OF_NOBODY_MAX = 200;
