import type { Rows } from './access-facts.ts';

/** A rule on both sides: keys of the rows for which its SQL holds, of all there are, and of those its predicate names. */
export type ParityCase = {
  /** The exports of access/ that it compares. */
  rule: string;
  sql: string;
  sides(rows: Rows): { all: string[]; holds: string[] };
};

export function compare<T>(
  rule: string,
  sql: string,
  all: (rows: Rows) => readonly T[],
  keyOf: (candidate: T, rows: Rows) => string,
  holds: (candidate: T, rows: Rows) => boolean,
): ParityCase {
  return {
    rule,
    sql,
    sides(rows) {
      const candidates = all(rows);
      const keys = (some: readonly T[]) => some.map((candidate) => keyOf(candidate, rows)).toSorted();
      return { all: keys(candidates), holds: keys(candidates.filter((one) => holds(one, rows))) };
    },
  };
}
