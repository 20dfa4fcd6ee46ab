import type { Context } from '@hereabouts/server/context';
import type { Database } from '@hereabouts/server/db/database';
import { createChange } from '@hereabouts/server/effects/change';
import type { Effects } from '@hereabouts/server/effects/effects';
import type { Effect } from '@hereabouts/server/effects/order';

/**
 * A context that changes the database as the given one does, and keeps the effects of its changes in `effects`, in the
 * order in which they would be performed, without performing any.
 */
export function recordEffects(context: Context): { context: Context; effects: Effect[] } {
  const effects: Effect[] = [];
  const perform = (after: Effects) => Promise.resolve(void effects.push(...after.list()));
  return {
    context: { ...context, perform, change: createChange(context.db, perform, context.keep) },
    effects,
  };
}

/** The context on another database, or on one that is watched. */
export const withDatabase = (context: Context, db: Database): Context => ({
  ...context,
  db,
  change: createChange(db, context.perform, context.keep),
});
