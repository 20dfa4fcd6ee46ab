import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { isoAgo } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { stopAll } from '#server/feature.ts';
import { startInterval } from '#server/async/interval.ts';
import { inBatches, coolDownSince } from '#server/async/cool-down.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { LOOK_FOR_STARTS_EVERY_MS, notifyOfStarts, START_IS_NEWS_FOR_MS } from './event-start-service.ts';
import * as repo from './upkeep-repo.ts';

const PER_BATCH = { people: 20, rows: 1_000 };
const SWEEP_EVERY_MS = HOUR_MS;
const TRIM_EVERY_MS = MINUTE_MS;
/** Per person. `KEPT_OF_ACTOR_MAX`: one other person cannot displace what others caused. */
const KEPT_MAX = 300;
const KEPT_OF_ACTOR_MAX = 100;
const READ_KEPT_MS = 30 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

/** Safe with several processes. */
export async function sweepNotifications(
  ctx: Pick<Context, 'clock' | 'db'>,
  isStopping = () => false,
): Promise<void> {
  const limit = PER_BATCH.rows;
  const sweep = (deleteBatch: typeof repo.deleteOld, keptMs: number) => {
    const before = isoAgo(ctx, keptMs);
    return inBatches(ctx.clock, limit, async () =>
      isStopping() ? 0 : await deleteBatch(ctx.db, { before, limit }),
    );
  };
  await sweep(repo.deleteOld, KEPT_MS);
  await sweep(repo.deleteOldRead, READ_KEPT_MS);
}

/** Only of people who were notified lately. */
export async function trimNotifications(ctx: Context, isStopping = () => false): Promise<void> {
  const people = await repo.listNotified(ctx.db, isoAgo(ctx, 2 * TRIM_EVERY_MS));
  const liveSince = isoAgo(ctx, START_IS_NEWS_FOR_MS);
  const limits = { kept: KEPT_MAX, keptOfActor: KEPT_OF_ACTOR_MAX, liveSince, limit: PER_BATCH.rows };
  for (const userIds of batchesOf(people, PER_BATCH.people)) {
    if (isStopping()) return;
    const startedMs = ctx.clock.now();
    await inBatches(ctx.clock, PER_BATCH.rows, () => repo.deleteSurplus(ctx.db, userIds, limits));
    if (people.length > PER_BATCH.people) await coolDownSince(ctx.clock, startedMs);
  }
}

/** The returned function stops the background work and waits for it. */
export function startNotifications(ctx: Context): () => Promise<void> {
  return stopAll(
    startInterval(ctx, {
      everyMs: LOOK_FOR_STARTS_EVERY_MS,
      failure: 'could not tell of started events',
      work: (isStopping) => notifyOfStarts(ctx, isStopping),
    }),
    startInterval(ctx, {
      everyMs: SWEEP_EVERY_MS,
      failure: 'could not sweep the notifications',
      work: (isStopping) => sweepNotifications(ctx, isStopping),
    }),
    startInterval(ctx, {
      everyMs: TRIM_EVERY_MS,
      failure: 'could not trim the notifications',
      work: (isStopping) => trimNotifications(ctx, isStopping),
    }),
  );
}
