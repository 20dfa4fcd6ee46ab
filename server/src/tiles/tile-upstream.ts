import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { freshnessOf, type Freshness } from './freshness.ts';
import { createSemaphore } from '#server/async/semaphore.ts';
import { createTileBreaker, type TileFailure } from './tile-breaker.ts';
import { tileUrl, type TileAddress } from './tile-address.ts';
import { retryAfterMs } from '#server/lib/retry-after.ts';

export type Validators = { etag: string | null; lastModified: string | null };

export type UpstreamAnswer =
  | { kind: 'tile'; body: Buffer; type: string; validators: Validators; freshness: Freshness }
  | { kind: 'unchanged'; freshness: Freshness }
  | { kind: 'failed'; reason: string };

export type TileUpstream = {
  /** With validators: whether the tile has changed. `client`: network address; addresses take turns. Fails without asking if it
   * does not get its turn. Never throws. */
  fetchTile(
    address: TileAddress,
    validators: Validators | null,
    client: string,
    takesTurn?: () => boolean,
  ): Promise<UpstreamAnswer>;
};

const TIMEOUT_MS = 5_000;
const REDIRECTS_MAX = 2;
const TILE_MAX_BYTES = 1_048_576;
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** `runningPerKey`: slow tiles of one address leave slots to others. */
const LIMITS = { running: 12, runningPerKey: 8, waiting: 1_024, perKey: 128 };
const TILE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

const TURN_LEFT: UpstreamAnswer = { kind: 'failed', reason: 'turn not taken' };
const RESTING: UpstreamAnswer = { kind: 'failed', reason: 'resting after failures' };

/** Only of this tile: for the breaker the service has answered. */
class TileFault extends Error {}

export function createTileUpstream(
  config: { url: string; userAgent: string },
  clock: Clock,
  log: { warn(detail: object, message: string): void },
): TileUpstream {
  const semaphore = createSemaphore(LIMITS);
  const breaker = createTileBreaker(clock);

  async function ask(
    address: TileAddress,
    validators: Validators | null,
    client: string,
  ): Promise<UpstreamAnswer> {
    if (!breaker.tryStart(client)) return RESTING;
    const controller = new AbortController();
    const cancelTimeout = clock.after(TIMEOUT_MS, () => controller.abort(new Error('timed out')));
    try {
      const response = await follow(
        tileUrl(config.url, address),
        requestHeaders(validators),
        controller.signal,
      );
      const answer = await readAnswer(response, validators !== null);
      breaker.succeeded(client);
      return answer;
    } catch (error) {
      controller.abort();
      if (error instanceof TileFault) {
        breaker.succeeded(client);
      } else {
        breaker.failed(client, error instanceof RefusedError ? error.failure : { isOfService: false });
        log.warn({ reason: reasonOf(error) }, 'the tile service did not answer');
      }
      return { kind: 'failed', reason: reasonOf(error) };
    } finally {
      cancelTimeout();
    }
  }

  function requestHeaders(validators: Validators | null): Record<string, string> {
    const headers: Record<string, string> = { 'user-agent': config.userAgent, accept: 'image/*' };
    if (validators?.etag) headers['if-none-match'] = validators.etag;
    if (validators?.lastModified) headers['if-modified-since'] = validators.lastModified;
    return headers;
  }

  async function readAnswer(response: Response, conditional: boolean): Promise<UpstreamAnswer> {
    const freshness = freshnessOf(response.headers, clock.now());
    if (response.status === 304 && conditional) {
      await response.body?.cancel();
      return { kind: 'unchanged', freshness };
    }
    if (response.status === 403 || response.status === 429 || response.status >= 500) {
      throw new RefusedError(response, clock.now());
    }
    if (response.status !== 200) throw new TileFault(`status ${response.status}`);
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!TILE_TYPES.has(type)) throw new TileFault(`not a picture: ${type || 'no type'}`);
    const body = await readBounded(response);
    const validators = {
      etag: response.headers.get('etag'),
      lastModified: response.headers.get('last-modified'),
    };
    return { kind: 'tile', body, type, validators, freshness };
  }

  return {
    async fetchTile(address, validators, client, takesTurn = () => true) {
      const answer = await semaphore.run(async () => {
        // Before the turn: who may not ask shares no request of others either, and learns of none.
        if (!breaker.mayStart(client)) return RESTING;
        return takesTurn() ? await ask(address, validators, client) : TURN_LEFT;
      }, client);
      return answer ?? { kind: 'failed', reason: 'too many tiles are waiting' };
    },
  };
}

/** 403, 429 or 5xx: leave the service alone for a while. */
class RefusedError extends Error {
  readonly failure: TileFailure;

  constructor({ status, headers }: Response, nowMs: number) {
    super(`status ${status}`);
    const waitMs = retryAfterMs(headers.get('retry-after'), nowMs);
    const openForMs = waitMs ? Math.min(waitMs, RETRY_AFTER_MAX_MS) : undefined;
    this.failure = { isOfService: status === 429 || status === 503 || openForMs !== undefined, openForMs };
  }
}

/** Never away from encryption or HTTP. */
async function follow(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  let current = new URL(url);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(current, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || response.status === 304 || !location)
      return response;
    await response.body?.cancel();
    const next = new URL(location, current);
    const sameOrSafer = next.protocol === 'https:' || next.protocol === current.protocol;
    if (redirects >= REDIRECTS_MAX || !sameOrSafer) throw new TileFault(`redirected to ${next.origin}`);
    current = next;
  }
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > TILE_MAX_BYTES) throw new TileFault(`larger than ${TILE_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  if (bytes === 0) throw new TileFault('empty');
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
