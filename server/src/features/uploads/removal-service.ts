import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { renameReportedPictures } from '#server/features/reports/service.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import { untilDone } from '#server/jobs/until-done.ts';
import { isShownByEvent, takeFromOwner, type TakenUpload } from './repo.ts';
import { allKeysOf, removeUpload } from './service.ts';

const removedPicture = jobKind<{ path: string }>('removed_picture');
const REMOVED_TRIED_MS = 7 * DAY_MS;
/** After so long it is the next picture's turn. The last batch (5 s for a connection, 10 s transaction, 1 s pause) ends before
 * the job is tried again, at 20 s. */
const SLICE_MS = 3 * SECOND_MS;

/** In the transaction that deletes an account: events of others show the default picture instead (HOST-07). */
export async function removeUploads(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  paths: readonly string[],
): Promise<void> {
  const expiresAtMs = clock.now() + REMOVED_TRIED_MS;
  const asked = paths.map((path) => ({ payload: { path }, key: path, expiresAtMs }));
  await renameReportedPictures(tx, paths, null);
  await jobs.enqueueMany(tx, removedPicture, asked);
}

/** In batches: nothing limits how many events show a picture. */
async function removeFromEverywhere(ctx: Context, path: string): Promise<void> {
  const untilMs = ctx.clock.now() + SLICE_MS;
  // First, so that nobody gets the picture any more (OPS-12). A failure is met again with the row.
  await ctx.storage.delete(allKeysOf(path)).catch(() => {});
  await untilDone(ctx, untilMs, async () => {
    const removal = { path, now: nowIso(ctx) };
    await ctx.change((tx, after) => ctx.emit(tx, after, 'picture_removed', removal));
    return { isLast: !(await isShownByEvent(ctx.db, path)) };
  });
  await removeUpload(ctx, path);
}

/** For the operator (OPS-12): the default takes its place, and its files are deleted, repeatedly while the storage fails.
 * `name`: its path, or the name of a variant. `within` runs in the same transaction. Null for a missing picture. */
export async function removePicture(
  ctx: Context,
  name: string,
  within: (tx: Queryable, taken: TakenUpload) => Promise<void>,
): Promise<TakenUpload | null> {
  // A transaction of its own: from then on nobody can choose it, and events are locked before pictures.
  const taken = await ctx.db.transaction((tx) => takeFromOwner(tx, name));
  if (taken === undefined) return null;
  const { path } = taken;
  await ctx.change(async (tx, after) => {
    await within(tx, taken);
    await renameReportedPictures(tx, [path], null);
    await ctx.emit(tx, after, 'picture_removed', { path, now: nowIso(ctx) });
    await ctx.jobs.enqueue(tx, removedPicture, { path }, { key: path });
  });
  return taken;
}

/** Takes pictures that the operator has removed off everything that shows them, then deletes them. */
export const handleRemovedPictures = (ctx: Context): void =>
  ctx.jobs.handle(removedPicture, ({ path }) => removeFromEverywhere(ctx, path), {
    waitMs: SECOND_MS,
    runsInCommands: true,
  });
