import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFresh } from '#server/async/fresh.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { hasSpaceForPictures } from '#server/data-dir.ts';
import { HttpError } from '#server/http/errors.ts';
import { parseTileAddress } from './tile-address.ts';
import { createTileCache } from './tile-cache.ts';
import { removeDeepTiles } from './tile-scan.ts';
import { createTileService, type ServedTile } from './tile-service.ts';
import { createTileUpstream } from './tile-upstream.ts';
import { isKnown } from '#server/http/etag.ts';

export type TilesContext = {
  config: Pick<Config, 'version' | 'dataDir' | 'publicUrl' | 'tiles'>;
  clock: Clock;
};

/** No tile service or log learns who views a place; from zoom 14 on nobody learns whether it was viewed before. */
export function registerTiles(app: FastifyInstance, ctx: TilesContext): void {
  const { config, clock } = ctx;
  const agent = `Hereabouts/${config.version}${config.publicUrl ? ` (+${config.publicUrl})` : ''}`;
  const dir = path.join(config.dataDir, 'tiles');
  const hasSpace = createFresh(clock, SECOND_MS, async () =>
    hasSpaceForPictures(await statfs(config.dataDir)),
  );
  const cache = createTileCache({ dir, cacheBytes: config.tiles.cacheBytes, hasSpace }, clock);
  void removeDeepTiles(dir).catch((error: unknown) => {
    app.log.warn({ err: error }, 'map tiles that an earlier release kept were not removed');
  });
  const upstream = createTileUpstream({ url: config.tiles.url, userAgent: agent }, clock, app.log);
  const tiles = createTileService({
    cache,
    upstream,
    clock,
    log: app.log,
    missesPerMinute: config.tiles.missesPerMinute,
    missesPerDay: config.tiles.missesPerDay,
  });

  type TileRequest = FastifyRequest<{ Params: { z: string; x: string; y: string } }>;
  app.get('/tiles/:z/:x/:y', async (request: TileRequest, reply) => {
    const { z, x, y } = request.params;
    const address = parseTileAddress(z, x, y);
    if (!address) throw new HttpError('invalid', 'There is no such map tile');
    const served = await tiles.findTile(address, {
      ip: request.ip,
      isGone: () => reply.raw.destroyed,
    });
    if (!served) {
      reply.header('cache-control', 'no-store');
      throw new HttpError('tile_unavailable', 'This map tile is not available right now');
    }
    return sendTile(request, reply, served);
  });

  /** `private`: a shared cache would tell which tiles it has. */
  function sendTile(request: TileRequest, reply: FastifyReply, { tile, browserMs }: ServedTile) {
    reply
      .header('cache-control', `private, max-age=${browserMs / 1000}`)
      .header('etag', tile.etag)
      .header('x-content-type-options', 'nosniff');
    if (isKnown(request.headers['if-none-match'], tile.etag)) return reply.code(304).send();
    return reply.type(tile.type).send(tile.body);
  }
}
