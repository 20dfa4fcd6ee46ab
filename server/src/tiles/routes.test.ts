import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installErrorHandler } from '#server/http/error-handler.ts';
import { registerTiles } from './routes.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The upstream's own words; each test sets what it answers. */
let answer: Answer;
let requests: IncomingMessage[];
let waiting: (() => void)[];
let upstream: ReturnType<typeof createServer>;
let upstreamUrl: string;
let dataDir: string;
let clock: FakeClock;
let apps: FastifyInstance[];

const png = (text = 'picture', headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=600', ...headers });
    response.end(text);
  };
};

beforeEach(async () => {
  requests = [];
  waiting = [];
  apps = [];
  clock = createFakeClock();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tiles-'));
  upstream = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/{z}/{x}/{y}.png`;
});

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(
  overrides: { url?: string; cacheBytes?: number; missesPerMinute?: number } = {},
): Promise<(tile: string) => string> {
  const app = Fastify();
  installErrorHandler(app, async () => {});
  registerTiles(app, {
    config: {
      version: '1.0.0',
      publicUrl: 'https://here.test',
      dataDir,
      tiles: {
        url: upstreamUrl,
        attribution: '',
        cacheBytes: 1_000_000,
        missesPerMinute: 1_000,
        ...overrides,
      },
    },
    clock,
  });
  apps.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return (tile) => `${origin}/tiles/${tile}`;
}

async function requestsToReach(count: number): Promise<void> {
  while (requests.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
}

async function kept(): Promise<string[]> {
  const names = await readdir(path.join(dataDir, 'tiles'), { recursive: true });
  return names.filter((name) => name.endsWith('.tile')).toSorted();
}

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

test('HOME-17 a place outside the world is refused without asking the tile service', async () => {
  const url = await start();
  for (const tile of ['20/0/0', '1/2/0', '1/0/-1', '1/0/a.png', '1/0/..%2f..%2fx']) {
    const response = await fetch(url(tile));
    expect([tile, response.status, await codeOf(response)]).toEqual([tile, 400, 'invalid']);
  }
  expect(requests).toHaveLength(0);
});

test('HOME-17 a tile is fetched by the server, under its own name, and served from disk afterwards', async () => {
  answer = png('picture', { etag: '"a"' });
  const url = await start();
  const first = await fetch(url('13/4047/2811.png'), {
    headers: { cookie: 'secret=1', referer: 'https://here.test/' },
  });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('image/png');
  expect(first.headers.get('cache-control')).toBe('public, max-age=600');
  expect(first.headers.get('cache-status')).toBe('hereabouts; fwd=miss');
  expect(await first.text()).toBe('picture');
  expect(requests[0]?.url).toBe('/13/4047/2811.png');
  expect(requests[0]?.headers['user-agent']).toBe('Hereabouts/1.0.0 (+https://here.test)');
  expect(requests[0]?.headers.cookie).toBeUndefined();
  expect(requests[0]?.headers.referer).toBeUndefined();

  clock.advance(100_000);
  const second = await fetch(url('13/4047/2811'));
  expect(await second.text()).toBe('picture');
  expect(second.headers.get('cache-control')).toBe('public, max-age=500');
  expect(second.headers.get('cache-status')).toBe('hereabouts; hit');
  const etag = second.headers.get('etag') ?? '';
  const third = await fetch(url('13/4047/2811'), { headers: { 'if-none-match': etag } });
  expect(third.status).toBe(304);
  expect(requests).toHaveLength(1);
});

test('HOME-17 an old tile is revalidated, and served stale while the tile service is down', async () => {
  answer = png('picture', { etag: '"a"' });
  const url = await start();
  await fetch(url('1/0/0'));
  clock.advance(600_000);
  answer = (request, response) => {
    expect(request.headers['if-none-match']).toBe('"a"');
    response.writeHead(304, { 'cache-control': 'max-age=30' }).end();
  };
  const revalidated = await fetch(url('1/0/0'));
  expect(await revalidated.text()).toBe('picture');
  expect(revalidated.headers.get('cache-control')).toBe('public, max-age=30');
  await fetch(url('1/0/0'));
  expect(requests).toHaveLength(2);

  clock.advance(30_000);
  answer = (_, response) => response.writeHead(500).end();
  const stale = await fetch(url('1/0/0'));
  expect(await stale.text()).toBe('picture');
  expect(stale.headers.get('cache-status')).toContain('upstream-unavailable');

  answer = png('newer', { etag: '"b"' });
  expect(await (await fetch(url('1/0/0'))).text()).toBe('newer');
});

test('HOME-17 simultaneous askers share one request', async () => {
  let release = () => {};
  answer = (_, response) => {
    release = () => png()(_, response);
  };
  const url = await start();
  const asked = Array.from({ length: 20 }, () => fetch(url('5/3/3')));
  await requestsToReach(1);
  // One more round trip: the others have arrived by then.
  await fetch(url('99/0/0'));
  release();
  const answers = await Promise.all(asked);
  expect(answers.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(requests).toHaveLength(1);
});

test('HOME-17 at most four tiles are asked for at once', async () => {
  const open: (() => void)[] = [];
  let most = 0;
  answer = (request, response) => {
    open.push(() => png()(request, response));
    most = Math.max(most, open.length);
  };
  const url = await start();
  const asked = Array.from({ length: 10 }, (_, x) => fetch(url(`5/${x}/0`)));
  for (let answered = 0; answered < 10; answered += 1) {
    await requestsToReach(Math.min(answered + 4, 10));
    open.shift()?.();
  }
  await Promise.all(asked);
  expect(most).toBe(4);
});

test('HOME-17 a silent tile service is given 5 s, then nobody waits for 30 s', async () => {
  answer = () => {};
  const url = await start();
  const asked = Array.from({ length: 8 }, (_, x) => fetch(url(`5/${x}/0`)));
  await requestsToReach(4);
  clock.advance(5_000);
  for (const response of await Promise.all(asked)) {
    expect([response.status, await codeOf(response)]).toEqual([502, 'tile_unavailable']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const reached = requests.length;
  answer = png();
  expect((await fetch(url('6/0/0'))).status).toBe(502);
  expect(requests).toHaveLength(reached);
  clock.advance(30_000);
  expect((await fetch(url('6/0/0'))).status).toBe(200);
  expect(await kept()).toEqual(['6/0/0.tile']);
});

test('HOME-17 an unreachable tile service is a quick, small error', async () => {
  const url = await start();
  await new Promise((resolve) => upstream.close(resolve));
  const response = await fetch(url('1/0/0'));
  expect([response.status, await codeOf(response)]).toEqual([502, 'tile_unavailable']);
});

test('HOME-17 a service that asks to be left alone is left alone', async () => {
  answer = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
  const url = await start();
  expect((await fetch(url('1/0/0'))).status).toBe(502);
  clock.advance(119_000);
  answer = png();
  expect((await fetch(url('1/0/0'))).status).toBe(502);
  expect(requests).toHaveLength(1);
  clock.advance(1_000);
  expect((await fetch(url('1/0/0'))).status).toBe(200);
});

test.each<[string, Answer]>([
  ['a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>')],
  ['a drawing that can hold script', png('<svg/>', { 'content-type': 'image/svg+xml' })],
  ['no type', (_, response) => response.writeHead(200).end('x')],
  ['nothing', png('')],
  ['more than 1 MiB', png('x'.repeat(1_048_577))],
  ['not found', (_, response) => response.writeHead(404, { 'content-type': 'image/png' }).end('x')],
  ['a redirect without an end', (_, response) => response.writeHead(302, { location: '/1/0/0.png' }).end()],
])('HOME-17 %s is not a tile, is never kept, and does not stop other tiles', async (_, wrong) => {
  const url = await start();
  answer = wrong;
  for (let n = 0; n < 4; n += 1) expect((await fetch(url('1/0/0'))).status).toBe(502);
  answer = png();
  expect((await fetch(url('1/1/1'))).status).toBe(200);
  expect(await kept()).toEqual(['1/1/1.tile']);
});

test('HOME-17 a redirect is followed', async () => {
  answer = (request, response) => {
    if (request.url?.startsWith('/moved')) png('moved')(request, response);
    else response.writeHead(301, { location: `/moved${request.url}` }).end();
  };
  const url = await start();
  expect(await (await fetch(url('1/0/0'))).text()).toBe('moved');
});

test('HOME-17 what the service forbids to keep is not kept', async () => {
  answer = png('picture', { 'cache-control': 'no-store' });
  const url = await start();
  await fetch(url('1/0/0'));
  expect((await fetch(url('1/0/0'))).headers.get('cache-control')).toBe('public, max-age=0');
  expect(requests).toHaveLength(2);
});

test('HOME-17 tiles outlive a restart; a damaged one is fetched again', async () => {
  answer = png();
  const before = await start();
  await fetch(before('1/0/0'));
  await fetch(before('1/0/1'));
  await writeFile(path.join(dataDir, 'tiles/1/0/1.tile'), '{"bytes":100');
  const after = await start();
  expect((await fetch(after('1/0/0'))).headers.get('cache-status')).toBe('hereabouts; hit');
  expect((await fetch(after('1/0/1'))).headers.get('cache-status')).toBe('hereabouts; fwd=miss');
  expect(requests).toHaveLength(3);
});

/** Asks from another address of this machine. */
const statusFrom = (localAddress: string, url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { localAddress, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once('error', reject);
  });

test('HOME-17 uncached tiles are limited per address and minute; cached ones are served anyway (S6)', async () => {
  answer = png();
  const url = await start({ missesPerMinute: 3 });
  for (const tile of ['5/0/0', '5/1/0', '5/2/0']) expect((await fetch(url(tile))).status).toBe(200);
  const refused = await fetch(url('5/3/0'));
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('20');
  expect((await fetch(url('5/0/0'))).headers.get('cache-status')).toBe('hereabouts; hit');
  expect(await statusFrom('127.0.0.2', url('5/4/0'))).toBe(200);
  expect(requests).toHaveLength(4);
  clock.advance(20_000);
  expect((await fetch(url('5/3/0'))).status).toBe(200);
  clock.advance(580_000);
  for (const tile of ['6/0/0', '6/1/0', '6/2/0']) await fetch(url(tile));
  // Out of date, and it may not be asked for: better than none.
  expect((await fetch(url('5/0/0'))).headers.get('cache-status')).toContain('upstream-unavailable');
});

test('HOME-17 an address that waits for hundreds of tiles does not keep others from theirs (S6)', async () => {
  const open: (() => void)[] = [];
  answer = (request, response) => open.push(() => png()(request, response));
  const url = await start();
  let refused = 0;
  const greedy = Array.from({ length: 200 }, async (_, x) => {
    const status = await statusFrom('127.0.0.3', url(`9/${x}/0`));
    if (status === 502) refused += 1;
    return status;
  });
  await expect.poll(() => refused).toBe(72);
  const honest = fetch(url('9/0/9'));
  // One more round trip: the honest request has arrived by then.
  await fetch(url('99/0/0'));
  for (let answered = 0; answered < 16; answered += 1) {
    open.shift()?.();
    await requestsToReach(5 + answered);
  }
  expect(requests.slice(4, 20).map((request) => request.url)).toContain('/9/0/9.png');
  answer = png();
  for (const end of open) end();
  expect((await honest).status).toBe(200);
  await Promise.all(greedy);
});
