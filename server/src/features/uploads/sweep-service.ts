import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import { answerWithin } from '#server/async/timeout.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { renameReportedPictures } from '#server/features/reports/service.ts';
import { REPORTED_KEPT_MAX, UNUSED_KEPT_MS } from './policy.ts';
import { disownUpload, findReportedUpload, insertUpload, listOldUploads } from './repo.ts';
import { removeUpload } from './service.ts';

const SWEEP_EVERY_MS = HOUR_MS;
const SWEPT_PER_BATCH = 500;
const COPY_MAX_MS = 30 * SECOND_MS;

/** Safe with concurrent users and processes: a user of a picture holds its row; one without an owner cannot be chosen. */
export async function sweepUploads(ctx: Context, isStopping = () => false): Promise<number> {
  const before = isoAgo(ctx, UNUSED_KEPT_MS);
  let swept = 0;
  for (let after = ''; ;) {
    const batch = await listOldUploads(ctx.db, { after, before, limit: SWEPT_PER_BATCH });
    for (const { path, unused } of batch) {
      if (isStopping()) return swept;
      if (unused && (await sweepUpload(ctx, path))) swept += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < SWEPT_PER_BATCH) return swept;
    after = last.path;
  }
}

/** False if in use by now, or on a failure: the next sweep tries again. */
async function sweepUpload(ctx: Context, path: string): Promise<boolean> {
  try {
    // First, so that a failure leaves everything as it is; an unused copy is swept a day later.
    const copy = await copyReported(ctx, path);
    const isDisowned = await ctx.db.transaction(async (tx) => {
      if (!(await disownUpload(tx, path))) return false;
      await renameReportedPictures(tx, [path], copy);
      return true;
    });
    if (isDisowned) await removeUpload(ctx, path);
    return isDisowned;
  } catch (error) {
    ctx.log.error({ err: error, path }, 'could not remove a picture that nobody shows');
    return false;
  }
}

/** Keeps a reported picture for the operator, at another path: at the old one its owner could see that it stays. Null if it is not
 * kept. */
async function copyReported(ctx: Context, path: string): Promise<string | null> {
  const reported = await findReportedUpload(ctx.db, path, REPORTED_KEPT_MAX);
  const file = reported === undefined ? null : await ctx.storage.get(path);
  if (reported === undefined || file === null) return null;
  const tooLong = () => new Error('The picture took too long to read');
  const body = await answerWithin(ctx.clock, COPY_MAX_MS, buffer(file.body), tooLong);
  const copy = `${randomUUID()}${path.slice(path.lastIndexOf('.'))}`;
  await insertUpload(ctx.db, { ...reported, path: copy, owner_id: null, created_at: nowIso(ctx) });
  await ctx.storage.put(copy, body);
  return copy;
}

/** The returned function waits for the picture that a running sweep handles. */
export function startUploadSweep(ctx: Context): () => Promise<void> {
  const work = async (isStopping: () => boolean) => {
    const swept = await sweepUploads(ctx, isStopping);
    if (swept > 0) ctx.log.info({ swept }, 'removed pictures that nobody shows');
  };
  return startInterval(ctx, { everyMs: SWEEP_EVERY_MS, failure: 'could not sweep the uploads', work });
}
