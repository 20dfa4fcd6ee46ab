import { sharingRoutes } from '@hereabouts/contract/sharing';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentSharing } from './present.ts';
import { createStopsInTurn, listSharing, startSharing, stopSharing } from './service.ts';

export function serveSharing(ctx: Context, serve: Serve): void {
  const stopsInTurn = createStopsInTurn();

  serve(sharingRoutes.listSharing, async ({ viewer }) => ({
    sharing: (await listSharing(ctx, viewer)).map((row) => presentSharing(row, viewer)),
    now: nowIso(ctx),
  }));

  serve(sharingRoutes.startSharing, async ({ viewer, params, body, request: { receivedMs } }) => {
    const asked = { ...params, until: body.until ?? null, receivedMs };
    return presentSharing(await startSharing(ctx, viewer, asked), viewer);
  });

  serve(
    sharingRoutes.stopSharing,
    async ({ viewer, params, query, request: { receivedMs } }) => {
      const asked = { ...params, startedAt: query.started_at ?? null, receivedMs };
      await stopSharing(ctx, stopsInTurn, viewer, asked);
      return undefined;
    },
    { withoutDatabase: true },
  );
}
