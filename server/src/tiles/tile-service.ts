import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createAddressLimit } from '#server/rate-limits/address-limit.ts';
import { createDeepTiles, type Asker } from './deep-tiles.ts';
import { browserMaxAgeMs, type Freshness } from './freshness.ts';
import { isDeep, tileKey, type TileAddress } from './tile-address.ts';
import type { CachedTile, TileCache } from './tile-cache.ts';
import type { TileUpstream, UpstreamAnswer } from './tile-upstream.ts';

export type ServedTile = {
  tile: Pick<CachedTile, 'body' | 'type' | 'etag'>;
  browserMs: number;
};

export type TileService = {
  /** Null if missing. @throws HttpError `rate_limited` for many from the service */
  findTile(address: TileAddress, asker: Asker): Promise<ServedTile | null>;
};

const DEEP_BROWSER_MAX_MS = 7 * DAY_MS;
/** Shorter: a kept tile may be at the end of its lifetime. */
const KEPT_BROWSER_MAX_MS = DAY_MS;
const UNCHECKED_BROWSER_MS = MINUTE_MS;
/** A load serves everybody who asks within this time. Longer than the service may take. */
const SHARED_FOR_MS = 10 * SECOND_MS;

/** Askers of one network address have one place in the queue, and count as one miss. */
type Waiting = { askers: Asker[]; tile: Promise<ServedTile | null> };
type Wanted = { addresses: number; load: { begunMs: number; tile: Promise<ServedTile | null> } | null };

export function createTileService(parts: {
  cache: TileCache;
  upstream: TileUpstream;
  clock: Clock;
  missesPerMinute: number;
  missesPerDay: number;
  log: { warn(detail: object, message: string): void };
}): TileService {
  const { cache, upstream, clock, log } = parts;
  const deep = createDeepTiles(upstream, clock);
  const inMinute = createAddressLimit({ max: parts.missesPerMinute, windowMs: MINUTE_MS }, clock);
  const inDay = createAddressLimit({ max: parts.missesPerDay, windowMs: DAY_MS }, clock);
  const chargeMiss = (ip: string) => inMinute(ip, 1) || inDay(ip, 1);
  const wantedTiles = new Map<string, Wanted>();
  const waitingOf = new Map<string, Waiting>();
  const waitingKey = (key: string, ip: string) => `${key} ${turnKey(ip)}`;
  const loadOf = (key: string): Promise<ServedTile | null> | undefined => {
    const load = wantedTiles.get(key)?.load;
    return load && clock.now() - load.begunMs < SHARED_FOR_MS ? load.tile : undefined;
  };
  const joinWaiting = (key: string, asker: Asker): Promise<ServedTile | null> | undefined => {
    const waiting = waitingOf.get(waitingKey(key, asker.ip));
    waiting?.askers.push(asker);
    return waiting?.tile;
  };

  async function findDeep(address: TileAddress, asker: Asker): Promise<ServedTile | null> {
    const waitMs = chargeMiss(asker.ip);
    if (waitMs > 0) throw rateLimited(waitMs);
    const answer = await deep.fetchTile(address, asker);
    return answer.kind === 'tile' ? served(fromAnswer(answer), DEEP_BROWSER_MAX_MS) : null;
  }

  async function findKept(address: TileAddress, asker: Asker): Promise<ServedTile | null> {
    const key = tileKey(address);
    const kept = loadOf(key) === undefined ? await cache.read(key) : null;
    if (kept && clock.now() < kept.freshUntilMs) return served(kept, KEPT_BROWSER_MAX_MS);
    const shared = loadOf(key) ?? joinWaiting(key, asker);
    if (shared) return (await shared) ?? (kept && unchecked(kept));
    const waitMs = chargeMiss(asker.ip);
    if (waitMs > 0) {
      if (kept) return unchecked(kept);
      throw rateLimited(waitMs);
    }
    const askers = [asker];
    const everyone: Asker = { ip: asker.ip, isGone: () => askers.every((one) => one.isGone()) };
    const wanted = wantedTiles.get(key) ?? { addresses: 0, load: null };
    wantedTiles.set(key, wanted);
    wanted.addresses += 1;
    const tile = loadInTurn(address, everyone, kept, wanted);
    waitingOf.set(waitingKey(key, asker.ip), { askers, tile });
    try {
      return await tile;
    } finally {
      waitingOf.delete(waitingKey(key, asker.ip));
      wanted.addresses -= 1;
      if (wanted.addresses === 0) wantedTiles.delete(key);
    }
  }

  /** Each address waits for its own turn, and then shares what has begun: nobody waits behind another address's queue. */
  async function loadInTurn(
    address: TileAddress,
    asker: Asker,
    kept: CachedTile | null,
    wanted: Wanted,
  ): Promise<ServedTile | null> {
    const { promise, resolve } = Promise.withResolvers<ServedTile | null>();
    let shared: Promise<ServedTile | null> | undefined;
    const takesTurn = () => {
      if (asker.isGone()) return false;
      shared = loadOf(tileKey(address));
      if (shared === undefined) wanted.load = { begunMs: clock.now(), tile: promise };
      return shared === undefined;
    };
    const tile = await load(address, asker, kept, takesTurn);
    if (shared !== undefined) return (await shared) ?? (kept && unchecked(kept));
    resolve(tile);
    return tile;
  }

  async function load(
    address: TileAddress,
    { ip }: Asker,
    kept: CachedTile | null,
    takesTurn: () => boolean,
  ): Promise<ServedTile | null> {
    const answer = await upstream.fetchTile(address, kept && kept.validators, turnKey(ip), takesTurn);
    if (answer.kind === 'failed') return kept && unchecked(kept);
    const tile = answer.kind === 'tile' ? fromAnswer(answer) : kept && refreshed(kept, answer);
    if (!tile) return null;
    if (answer.freshness.mayStore) await store(tileKey(address), tile);
    return served(tile, KEPT_BROWSER_MAX_MS);
  }

  function fromAnswer(answer: Extract<UpstreamAnswer, { kind: 'tile' }>): CachedTile {
    const { body, type, validators, freshness } = answer;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { body, type, etag, validators, ...lifetimeOf(freshness) };
  }

  function refreshed(kept: CachedTile, answer: Extract<UpstreamAnswer, { kind: 'unchanged' }>): CachedTile {
    return { ...kept, ...lifetimeOf(answer.freshness) };
  }

  function lifetimeOf({ freshForMs, lifetimeMs }: Freshness) {
    return { freshUntilMs: clock.now() + freshForMs, lifetimeMs };
  }

  /** Where it cannot be kept it is passed on all the same. */
  async function store(key: string, tile: CachedTile): Promise<void> {
    await cache
      .write(key, tile)
      .catch((error: unknown) => log.warn({ err: error }, 'a map tile was not kept'));
  }

  return {
    findTile(address, asker) {
      return isDeep(address) ? findDeep(address, asker) : findKept(address, asker);
    },
  };
}

const served = (tile: CachedTile, maxMs: number): ServedTile => ({
  tile,
  browserMs: browserMaxAgeMs(tile.lifetimeMs, maxMs),
});

const unchecked = (tile: CachedTile): ServedTile => ({ tile, browserMs: UNCHECKED_BROWSER_MS });
