import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import type { FastifyInstance } from 'fastify';
import { yieldToEventLoop } from '#server/async/yield-to-event-loop.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/http/errors.ts';
import type { Serve } from '#server/http/serve.ts';
import { createFeedLimits } from './policy.ts';
import { etagOf, piecesOf } from './present.ts';
import { createFeed, getFeed, getFeedState, listEntries } from './service.ts';
import { isKnown } from '#server/http/etag.ts';

const FILE = /^([\w-]{22})\.ics$/;
/** Written without a pause: about 2 ms. */
const ENTRIES_PER_BATCH = 10;

export function serveCalendarFeed(ctx: Context, serve: Serve, http: FastifyInstance): void {
  const limits = createFeedLimits(ctx.clock);

  serve(calendarFeedRoutes.getCalendarFeed, async ({ viewer }) => {
    return { feed: await getFeed(ctx, viewer) };
  });

  serve(calendarFeedRoutes.createCalendarFeed, async ({ viewer }) => {
    return await createFeed(ctx, viewer);
  });

  http.get<{ Params: { file: string } }>(
    '/calendar/:file',
    async ({ params, headers, protocol, host, ip }, reply) => {
      const token = FILE.exec(params.file)?.[1];
      if (token === undefined) throw notFound();
      const state = await getFeedState(ctx, limits, { token, ip });
      const origin = ctx.config.publicUrl ?? `${protocol}://${host}`;
      // Checked before anything is read.
      const etag = etagOf(origin, state.version);
      reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      if (isKnown(headers['if-none-match'], etag)) {
        return reply.header('etag', etag).code(304).send();
      }
      const text = await limits.builds(state.userId, async () => {
        let written = '';
        let count = 0;
        for (const piece of piecesOf(await listEntries(ctx, state), origin)) {
          written += piece;
          count += 1;
          if (count % ENTRIES_PER_BATCH === 0) await yieldToEventLoop();
        }
        return written;
      });
      return reply.header('etag', etag).type('text/calendar; charset=utf-8').send(text);
    },
  );
}
