import type { Context } from '@hereabouts/server/context';
import type { Database, Queryable } from '@hereabouts/server/db/database';
import { createChange } from '@hereabouts/server/effects/change';

export type RoundTrips = {
  /** Its changes are counted. They start no jobs and keep no access losses. */
  context: Context;
  /** Of the last change, without the commit: statements that do not wait for an earlier answer are one. */
  ofLastChange(): number;
};

/** Counts how often a change waits for answers of the database. */
export function countRoundTrips(context: Context): RoundTrips {
  let last = 0;
  const counted = (tx: Queryable): Queryable => {
    let answered = 0;
    last = 0;
    const query = async <Row>(...statement: Parameters<Queryable['query']>): Promise<Row[]> => {
      const trip = answered + 1;
      last = Math.max(last, trip);
      const rows = await tx.query<Row>(...(statement as Parameters<typeof tx.query<Row>>));
      answered = Math.max(answered, trip);
      return rows;
    };
    return { ...tx, query };
  };
  const transaction: Database['transaction'] = (work, options) =>
    context.db.transaction((tx) => work(counted(tx)), options);
  const change = createChange({ transaction }, context.perform, async () => {});
  return { context: { ...context, change }, ofLastChange: () => last };
}
