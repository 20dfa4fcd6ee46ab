/**
 * Whether two people exist for each other (SAFE-01): neither has blocked the other. Both arguments are trusted SQL, such
 * as `$2` and `u.id`; an `other` that is null (a sender whose account is gone) is nobody's and blocks nothing.
 * One look-up by primary key: a block is two rows, one seen from each side.
 */
export const notBlockedSql = (viewer: string, other: string): string =>
  `not exists (select from blocks as between_us where between_us.user_id = ${viewer} and between_us.other_id = ${other})`;

/**
 * Whether a person is told of their own block, over `blocks b`. Who has blocked somebody that had blocked them before is
 * not: the list would tell that the other, who does not exist for them, is there.
 */
export const isListedSql = `(b.is_blocker and not exists (
  select from blocks theirs
  where theirs.user_id = b.other_id and theirs.other_id = b.user_id and theirs.is_blocker
    and theirs.created_at < b.created_at))`;
