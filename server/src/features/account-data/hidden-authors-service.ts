import { HOUR_MS } from '@hereabouts/contract/durations';
import { inBatches } from '#server/async/cool-down.ts';
import { startInterval } from '#server/async/interval.ts';
import type { Context } from '#server/context.ts';
import type { Stop } from '#server/feature.ts';
import { deleteOrphans, type HiddenAuthor } from './hidden-authors-repo.ts';

const SWEEP_EVERY_MS = HOUR_MS;
const LOOKED_AT_PER_BATCH = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Forgets from whom a deleted author is hidden once no message or meeting point of theirs is left. Safe with several processes. */
export async function sweepHiddenAuthors(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  {
    isStopping = () => false,
    perBatch = LOOKED_AT_PER_BATCH,
  }: { isStopping?: () => boolean; perBatch?: number } = {},
): Promise<void> {
  let last: HiddenAuthor = { user_id: NOBODY, author_key: NOBODY };
  await inBatches(clock, perBatch, async () => {
    if (isStopping()) return 0;
    const batch = await deleteOrphans(db, last, perBatch);
    last = batch.at(-1) ?? last;
    return batch.length;
  });
}

export const startHiddenAuthorsSweep = (ctx: Context): Stop =>
  startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping hidden authors failed',
    work: (isStopping) => sweepHiddenAuthors(ctx, { isStopping }),
  });
