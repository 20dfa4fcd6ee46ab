import { HOUR_MS } from '@hereabouts/contract/durations';
import { accountDataRoutes, dataFileName } from '@hereabouts/contract/account-data';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createLongDownloads } from '#server/http/limits/long-downloads.ts';
import type { Serve } from '#server/http/serve.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { deleteOwnAccount, waitForDeletions } from './deletion-service.ts';
import { readOwnData } from './download-service.ts';

const DOWNLOADS_MAX = 10;
const DOWNLOADS_WINDOW_MS = HOUR_MS;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

export function serveAccountData(ctx: Context, serve: Serve): void {
  const downloads = createRateLimit({ max: DOWNLOADS_MAX, windowMs: DOWNLOADS_WINDOW_MS }, ctx.clock);
  const download = createLongDownloads(ctx.clock);

  serve(
    accountDataRoutes.downloadData,
    async ({ viewer, request, reply, requireSession }) => {
      const reader = { userId: viewer.userId, address: turnKey(request.ip), requireSession };
      const data = await download(reader, async () => {
        const waitMs = downloads.take(viewer.userId);
        if (waitMs > 0) throw rateLimited(waitMs);
        return await readOwnData(ctx, viewer);
      });
      const name = dataFileName(nowIso(ctx).slice(0, DAY_LENGTH));
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return data;
    },
    { hasOwnTurn: true },
  );

  serve(
    accountDataRoutes.deleteAccount,
    async ({ viewer, body, request }) => {
      await deleteOwnAccount(ctx, viewer, { password: body.password, ip: request.ip });
      return undefined;
    },
    // Waits outside the queues, because it may take minutes.
    { afterTurn: () => waitForDeletions(ctx) },
  );
}
