export type Suspension = { since: string } | null;

/** A suspended person is found by nobody and cannot be befriended or invited (OPS-13). */
export const notSuspended = (suspension: Suspension): boolean => suspension === null;

export const notSuspendedSql = (person: string): string =>
  `not exists (select from auth.suspensions out where out.user_id = ${person})`;
