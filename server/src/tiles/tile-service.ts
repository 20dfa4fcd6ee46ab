import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import { tileKey, type TileAddress } from './tile-address.ts';
import type { CachedTile, TileCache } from './tile-cache.ts';
import type { TileUpstream, UpstreamAnswer } from './tile-upstream.ts';

/** `hit`: from disk. `miss`: new. `revalidated`: the service says ours is still right. `stale`: it does not answer. */
export type TileSource = 'hit' | 'miss' | 'revalidated' | 'stale';
export type ServedTile = { tile: CachedTile; source: TileSource };

export type TileService = {
  /** Null when the tile service cannot give the tile and none is kept. */
  findTile(address: TileAddress): Promise<ServedTile | null>;
};

export function createTileService(parts: {
  cache: TileCache;
  upstream: TileUpstream;
  clock: Clock;
  log: { warn(detail: object, message: string): void };
}): TileService {
  const { cache, upstream, clock, log } = parts;
  const underWay = new Map<string, Promise<ServedTile | null>>();

  async function load(address: TileAddress, key: string): Promise<ServedTile | null> {
    const kept = await cache.read(key);
    if (kept && clock.now() < kept.freshUntilMs) return { tile: kept, source: 'hit' };
    const answer = await upstream.fetchTile(address, kept && kept.validators);
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

  /** A full disk costs the cache, not the map. */
  async function store(key: string, tile: CachedTile, mayStore: boolean): Promise<CachedTile> {
    if (mayStore) {
      await cache
        .write(key, tile)
        .catch((error: unknown) => log.warn({ err: error }, 'a map tile was not kept'));
    }
    return tile;
  }

  return {
    findTile(address) {
      const key = tileKey(address);
      const running = underWay.get(key);
      if (running) return running;
      const loading = load(address, key).finally(() => underWay.delete(key));
      underWay.set(key, loading);
      return loading;
    },
  };
}
