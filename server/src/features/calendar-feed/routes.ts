import { createHash } from 'node:crypto';
import { writeCalendar } from '@hereabouts/contract/calendar-entries';
import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentEntry } from './present.ts';
import { createFeed, getFeed, readFeed } from './service.ts';

/** How often calendars look: of the two properties each is known to some of them. */
const HEAD = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', 'X-WR-CALNAME:Hereabouts'];
const FILE = /^([\w-]+)\.ics$/;

export function serveCalendarFeed(ctx: Context, serve: Serve, http: FastifyInstance): void {
  serve(calendarFeedRoutes.getCalendarFeed, async ({ viewer }) => ({ feed: await getFeed(ctx, viewer) }));

  serve(calendarFeedRoutes.createCalendarFeed, ({ viewer }) => createFeed(ctx, viewer));

  http.get<{ Params: { file: string } }>(
    '/calendar/:file',
    async ({ params, headers, protocol, host }, reply) => {
      const events = await readFeed(ctx, FILE.exec(params.file)?.[1] ?? '');
      const origin = ctx.config.publicUrl ?? `${protocol}://${host}`;
      const entries = events.map(presentEntry);
      // Before anything is written: most calendars ask for what they have.
      const etag = `"${createHash('sha256')
        .update(JSON.stringify([origin, entries]))
        .digest('base64url')}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      if (headers['if-none-match']?.split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag)) {
        return reply.code(304).send();
      }
      return reply.type('text/calendar; charset=utf-8').send(writeCalendar(entries, origin, HEAD));
    },
  );
}
