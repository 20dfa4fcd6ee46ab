import { buffer } from 'node:stream/consumers';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import type { Context } from '#server/context.ts';
import { tintOfStored } from '#server/images/process-image.ts';
import { listUntinted, setTint } from './repo.ts';

const TINT_EVERY_MS = 10 * MINUTE_MS;
const TINTED_PER_BATCH = 100;

/** Computes the tints of pictures that were stored without; returns the count. What cannot be read now is tried again. */
export async function tintPictures(ctx: Context, isStopping = () => false): Promise<number> {
  let tinted = 0;
  for (let after = ''; ;) {
    const batch = await listUntinted(ctx.db, { after, limit: TINTED_PER_BATCH });
    for (const { path } of batch) {
      if (isStopping()) return tinted;
      const file = await ctx.storage.get(path);
      const tint = file && (await tintOfStored(await buffer(file.body)));
      if (!tint) continue;
      await setTint(ctx.db, path, tint);
      tinted += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < TINTED_PER_BATCH) return tinted;
    after = last.path;
  }
}

export const startTinting = (ctx: Context): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: TINT_EVERY_MS,
    failure: 'could not compute tints',
    work: (isStopping) => tintPictures(ctx, isStopping),
  });
