import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#server/auth/limits/address-key.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Feature } from '#server/feature.ts';
import { HttpError } from '#server/http/errors.ts';
import { parseTileAddress } from './tile-address.ts';
import { createTileCache } from './tile-cache.ts';
import { createTileService, type ServedTile } from './tile-service.ts';
import { createTileUpstream } from './tile-upstream.ts';

export type TilesContext = {
  config: Pick<Config, 'version' | 'dataDir' | 'publicUrl' | 'tiles'>;
  clock: Clock;
};

/** The browser retries an unchecked tile soon. */
const STALE_MAX_AGE_S = 60;
const BROWSER_MAX_AGE_S = 604_800;

/** `GET /tiles/{z}/{x}/{y}`: no tile service, and no log, learns who views which place. */
export function registerTiles(app: FastifyInstance, ctx: TilesContext): void {
  const { config, clock } = ctx;
  const agent = `Hereabouts/${config.version}${config.publicUrl ? ` (+${config.publicUrl})` : ''}`;
  const cache = createTileCache(
    { dir: path.join(config.dataDir, 'tiles'), cacheBytes: config.tiles.cacheBytes },
    clock,
  );
  const upstream = createTileUpstream({ url: config.tiles.url, userAgent: agent }, clock, app.log);
  const tiles = createTileService({
    cache,
    upstream,
    clock,
    log: app.log,
    missesPerMinute: config.tiles.missesPerMinute,
  });

  type TileRequest = FastifyRequest<{ Params: { z: string; x: string; y: string } }>;
  app.get('/tiles/:z/:x/:y', async (request: TileRequest, reply) => {
    const { z, x, y } = request.params;
    const address = parseTileAddress(z, x, y);
    if (!address) throw new HttpError('invalid', 'There is no such map tile');
    const served = await tiles.findTile(address, addressKey(request.ip));
    if (!served) {
      reply.header('cache-control', 'no-store');
      throw new HttpError('tile_unavailable', 'This map tile is not available right now');
    }
    return sendTile(request, reply, served);
  });

  function sendTile(request: TileRequest, reply: FastifyReply, { tile, source }: ServedTile) {
    const freshS = Math.max(0, Math.floor((tile.freshUntilMs - clock.now()) / 1000));
    const maxAgeS = source === 'stale' ? STALE_MAX_AGE_S : Math.min(freshS, BROWSER_MAX_AGE_S);
    reply
      .header('cache-control', `public, max-age=${maxAgeS}`)
      .header('etag', tile.etag)
      .header('cache-status', CACHE_STATUS[source])
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tile.etag) return reply.code(304).send();
    return reply.type(tile.type).send(tile.body);
  }
}

export const tilesFeature: Feature = { routes: (ctx, _serve, http) => registerTiles(http, ctx) };

/** RFC 9211. */
const CACHE_STATUS = {
  hit: 'hereabouts; hit',
  miss: 'hereabouts; fwd=miss',
  revalidated: 'hereabouts; fwd=stale; fwd-status=304',
  stale: 'hereabouts; hit; detail=upstream-unavailable',
} as const satisfies Record<ServedTile['source'], string>;
