import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { tileKey, type TileAddress } from './tile-address.ts';
import type { CachedTile, TileCache } from './tile-cache.ts';
import type { TileUpstream, UpstreamAnswer } from './tile-upstream.ts';

/** `hit`: from disk; `miss`: new; `revalidated`: unchanged; `stale`: the service does not answer. */
export type TileSource = 'hit' | 'miss' | 'revalidated' | 'stale';
export type ServedTile = { tile: CachedTile; source: TileSource };

export type TileService = {
  /** Null without service and cached tile. `client`: its address. @throws HttpError `rate_limited` for many misses */
  findTile(address: TileAddress, client: string): Promise<ServedTile | null>;
};

export function createTileService(parts: {
  cache: TileCache;
  upstream: TileUpstream;
  clock: Clock;
  missesPerMinute: number;
  log: { warn(detail: object, message: string): void };
}): TileService {
  const { cache, upstream, clock, log } = parts;
  const misses = createRateLimit({ max: parts.missesPerMinute, windowMs: MINUTE_MS }, clock);
  const underWay = new Map<string, Promise<ServedTile | null>>();

  async function load(
    address: TileAddress,
    client: string,
    kept: CachedTile | null,
  ): Promise<ServedTile | null> {
    const key = tileKey(address);
    const answer = await upstream.fetchTile(address, kept && kept.validators, client);
    switch (answer.kind) {
      case 'tile':
        return { tile: await store(key, fromAnswer(answer), answer.freshness.mayStore), source: 'miss' };
      case 'unchanged':
        if (!kept) return null;
        return {
          tile: await store(key, refreshed(kept, answer), answer.freshness.mayStore),
          source: 'revalidated',
        };
      case 'failed':
        return kept && { tile: kept, source: 'stale' };
    }
  }

  function fromAnswer(answer: Extract<UpstreamAnswer, { kind: 'tile' }>): CachedTile {
    const { body, type, validators, freshness } = answer;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { body, type, etag, validators, freshUntilMs: clock.now() + freshness.freshForMs };
  }

  function refreshed(kept: CachedTile, answer: Extract<UpstreamAnswer, { kind: 'unchanged' }>): CachedTile {
    return { ...kept, freshUntilMs: clock.now() + answer.freshness.freshForMs };
  }

  /** A full disk only disables the cache. */
  async function store(key: string, tile: CachedTile, mayStore: boolean): Promise<CachedTile> {
    if (mayStore) {
      await cache
        .write(key, tile)
        .catch((error: unknown) => log.warn({ err: error }, 'a map tile was not kept'));
    }
    return tile;
  }

  return {
    async findTile(address, client) {
      const key = tileKey(address);
      const kept = underWay.has(key) ? null : await cache.read(key);
      if (kept && clock.now() < kept.freshUntilMs) return { tile: kept, source: 'hit' };
      const running = underWay.get(key);
      if (running) return await running;
      const waitMs = misses.take(client);
      if (waitMs > 0) {
        if (kept) return { tile: kept, source: 'stale' };
        throw rateLimited(waitMs);
      }
      const loading = load(address, client, kept).finally(() => underWay.delete(key));
      underWay.set(key, loading);
      return await loading;
    },
  };
}
