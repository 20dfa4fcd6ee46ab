import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  png,
  startTileStage,
  statusFrom,
  type TileAnswer,
  type TileStage,
} from '@hereabouts/testing/tile-stage';
import { afterEach, beforeEach, expect, test } from 'vitest';

let stage: TileStage;
beforeEach(async () => {
  stage = await startTileStage();
});
afterEach(() => stage.end());

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

test('HOME-17 a place outside the world is refused without asking the tile service', async () => {
  const url = await stage.serve();
  for (const tile of ['20/0/0', '1/2/0', '1/0/-1', '1/0/a.png', '1/0/..%2f..%2fx']) {
    const response = await fetch(url(tile));
    expect([tile, response.status, await codeOf(response)]).toEqual([tile, 400, 'invalid']);
  }
  expect(stage.requests).toHaveLength(0);
});

test('HOME-17 a tile is fetched by the server, under its own name, and served from disk afterwards', async () => {
  stage.answer = png('picture', { etag: '"a"' });
  const url = await stage.serve();
  const first = await fetch(url('13/4047/2811.png'), {
    headers: { cookie: 'secret=1', referer: 'https://here.test/' },
  });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('image/png');
  expect(first.headers.get('cache-control')).toBe('private, max-age=60');
  expect(await first.text()).toBe('picture');
  expect(stage.requests[0]?.url).toBe('/13/4047/2811.png');
  expect(stage.requests[0]?.headers['user-agent']).toBe('Hereabouts/1.0.0 (+https://here.test)');
  expect(stage.requests[0]?.headers.cookie).toBeUndefined();
  expect(stage.requests[0]?.headers.referer).toBeUndefined();

  stage.clock.advance(100_000);
  const second = await fetch(url('13/4047/2811'));
  expect(await second.text()).toBe('picture');
  expect(second.headers.get('cache-control')).toBe('private, max-age=60');
  const etag = second.headers.get('etag') ?? '';
  const third = await fetch(url('13/4047/2811'), { headers: { 'if-none-match': etag } });
  expect(third.status).toBe(304);
  expect(stage.requests).toHaveLength(1);
});

test('HOME-17 an old tile is revalidated, and served stale while the tile service is down', async () => {
  stage.answer = png('picture', { etag: '"a"' });
  const url = await stage.serve();
  await fetch(url('1/0/0'));
  stage.clock.advance(600_000);
  stage.answer = (request, response) => {
    expect(request.headers['if-none-match']).toBe('"a"');
    response.writeHead(304, { 'cache-control': 'max-age=90' }).end();
  };
  const revalidated = await fetch(url('1/0/0'));
  expect(await revalidated.text()).toBe('picture');
  expect(revalidated.headers.get('cache-control')).toBe('private, max-age=60');
  await fetch(url('1/0/0'));
  expect(stage.requests).toHaveLength(2);

  stage.clock.advance(90_000);
  stage.answer = (_, response) => response.writeHead(500).end();
  const stale = await fetch(url('1/0/0'));
  expect(await stale.text()).toBe('picture');
  expect(stage.requests).toHaveLength(3);

  stage.answer = png('newer', { etag: '"b"' });
  expect(await (await fetch(url('1/0/0'))).text()).toBe('newer');
});

test('HOME-17 simultaneous askers share one request', async () => {
  let release = () => {};
  stage.answer = (_, response) => {
    release = () => png()(_, response);
  };
  const url = await stage.serve();
  const asked = Array.from({ length: 20 }, () => fetch(url('5/3/3')));
  await stage.requestsToReach(1);
  // One more round trip: the others have arrived by then.
  await fetch(url('99/0/0'));
  release();
  const answers = await Promise.all(asked);
  expect(answers.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(stage.requests).toHaveLength(1);
});

test('HOME-17 at most eight tiles are requested for an address at once', async () => {
  const open: (() => void)[] = [];
  let most = 0;
  stage.answer = (request, response) => {
    open.push(() => png()(request, response));
    most = Math.max(most, open.length);
  };
  const url = await stage.serve();
  const asked = Array.from({ length: 20 }, (_, x) => fetch(url(`5/${x}/0`)));
  for (let answered = 0; answered < 20; answered += 1) {
    await stage.requestsToReach(Math.min(answered + 8, 20));
    open.shift()?.();
  }
  await Promise.all(asked);
  expect(most).toBe(8);
});

test('HOME-17 a silent tile service is given 5 s, then nobody waits for 30 s', async () => {
  stage.answer = () => {};
  const url = await stage.serve();
  const asked = Array.from({ length: 12 }, (_, x) => fetch(url(`5/${x}/0`)));
  await stage.requestsToReach(8);
  stage.clock.advance(5_000);
  for (const response of await Promise.all(asked)) {
    expect([response.status, await codeOf(response)]).toEqual([502, 'tile_unavailable']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const reached = stage.requests.length;
  stage.answer = png();
  expect((await fetch(url('6/0/0'))).status).toBe(502);
  expect(stage.requests).toHaveLength(reached);
  stage.clock.advance(30_000);
  expect((await fetch(url('6/0/0'))).status).toBe(200);
  expect(await stage.kept()).toEqual(['6/0/0.tile']);
});

test('HOME-17 an unreachable tile service is a quick, small error', async () => {
  const url = await stage.serve();
  await stage.stopService();
  const response = await fetch(url('1/0/0'));
  expect([response.status, await codeOf(response)]).toEqual([502, 'tile_unavailable']);
});

test('HOME-17 a service that asks to be left alone is left alone', async () => {
  stage.answer = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
  const url = await stage.serve();
  expect((await fetch(url('1/0/0'))).status).toBe(502);
  stage.clock.advance(119_000);
  stage.answer = png();
  expect((await fetch(url('1/0/0'))).status).toBe(502);
  expect(stage.requests).toHaveLength(1);
  stage.clock.advance(1_000);
  expect((await fetch(url('1/0/0'))).status).toBe(200);
});

test.each<[string, TileAnswer]>([
  ['a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>')],
  ['a drawing that can hold script', png('<svg/>', { 'content-type': 'image/svg+xml' })],
  ['no type', (_, response) => response.writeHead(200).end('x')],
  ['nothing', png('')],
  ['more than 1 MiB', png('x'.repeat(1_048_577))],
  ['not found', (_, response) => response.writeHead(404, { 'content-type': 'image/png' }).end('x')],
  ['a redirect without an end', (_, response) => response.writeHead(302, { location: '/1/0/0.png' }).end()],
])('HOME-17 %s is not a tile, is never kept, and does not stop other tiles', async (_, wrong) => {
  const url = await stage.serve();
  stage.answer = wrong;
  for (let n = 0; n < 4; n += 1) expect((await fetch(url('1/0/0'))).status).toBe(502);
  stage.answer = png();
  expect((await fetch(url('1/1/1'))).status).toBe(200);
  expect(await stage.kept()).toEqual(['1/1/1.tile']);
});

test('HOME-17 a redirect is followed', async () => {
  stage.answer = (request, response) => {
    if (request.url?.startsWith('/moved')) png('moved')(request, response);
    else response.writeHead(301, { location: `/moved${request.url}` }).end();
  };
  const url = await stage.serve();
  expect(await (await fetch(url('1/0/0'))).text()).toBe('moved');
});

test('HOME-17 what the service forbids to keep is not kept', async () => {
  stage.answer = png('picture', { 'cache-control': 'no-store' });
  const url = await stage.serve();
  await fetch(url('1/0/0'));
  expect((await fetch(url('1/0/0'))).headers.get('cache-control')).toBe('private, max-age=0');
  expect(stage.requests).toHaveLength(2);
});

test('HOME-17 tiles outlive a restart; a damaged one is fetched again', async () => {
  stage.answer = png();
  const before = await stage.serve();
  await fetch(before('1/0/0'));
  await fetch(before('1/0/1'));
  await writeFile(path.join(stage.dataDir, 'tiles/1/0/1.tile'), '{"bytes":100');
  const after = await stage.serve();
  await fetch(after('1/0/0'));
  expect(stage.requests).toHaveLength(2);
  await fetch(after('1/0/1'));
  expect(stage.requests).toHaveLength(3);
});

/** Asks from another address of this machine. */
test('HOME-17 uncached tiles are limited per address and day, so that nobody spends what a tile service allows all', async () => {
  stage.answer = png();
  const url = await stage.serve({ missesPerDay: 3 });
  for (const tile of ['5/0/0', '5/1/0', '5/2/0']) expect((await fetch(url(tile))).status).toBe(200);
  const refused = await fetch(url('5/3/0'));
  expect([refused.status, Math.round(Number(refused.headers.get('retry-after')) / 60)]).toEqual([
    429,
    8 * 60,
  ]);
  expect((await fetch(url('5/0/0'))).status).toBe(200);
  expect(await statusFrom('127.0.0.2', url('5/4/0'))).toBe(200);
});

test('HOME-17 uncached tiles are limited per address and minute; cached ones are served anyway (S6)', async () => {
  stage.answer = png();
  const url = await stage.serve({ missesPerMinute: 3 });
  for (const tile of ['5/0/0', '5/1/0', '5/2/0']) expect((await fetch(url(tile))).status).toBe(200);
  const refused = await fetch(url('5/3/0'));
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('20');
  expect((await fetch(url('5/0/0'))).status).toBe(200);
  expect(await statusFrom('127.0.0.2', url('5/4/0'))).toBe(200);
  expect(stage.requests).toHaveLength(4);
  stage.clock.advance(20_000);
  expect((await fetch(url('5/3/0'))).status).toBe(200);
  stage.clock.advance(580_000);
  for (const tile of ['6/0/0', '6/1/0', '6/2/0']) await fetch(url(tile));
  // Out of date, and it may not be asked for: better than none.
  expect((await fetch(url('5/0/0'))).status).toBe(200);
  expect(stage.requests).toHaveLength(8);
});

test('HOME-17 a crowd behind one address that opens the same map waits as one, and each of its tiles is one miss (S6)', async () => {
  const open: (() => void)[] = [];
  stage.answer = (request, response) => open.push(() => png()(request, response));
  const url = await stage.serve({ missesPerMinute: 20 });
  const crowd = Array.from({ length: 15 * 20 }, (_, nth) => fetch(url(`9/${nth % 20}/0`)));
  await stage.requestsToReach(8);
  await fetch(url('99/0/0'));
  stage.answer = png();
  for (const end of open) end();
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(stage.requests).toHaveLength(20);
});

test('HOME-17 an address that waits for hundreds of tiles does not keep others from theirs (S6)', async () => {
  const open: (() => void)[] = [];
  stage.answer = (request, response) => open.push(() => png()(request, response));
  const url = await stage.serve();
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
    await stage.requestsToReach(9 + answered);
  }
  expect(stage.requests.slice(8, 24).map((request) => request.url)).toContain('/9/0/9.png');
  stage.answer = png();
  for (const end of open) end();
  expect((await honest).status).toBe(200);
  await Promise.all(greedy);
});

test('HOME-17 nobody waits for a tile behind the queue of an address that asked for it first (S6)', async () => {
  const open: (() => void)[] = [];
  stage.answer = (request, response) => open.push(() => png()(request, response));
  const url = await stage.serve();
  const greedy = Array.from({ length: 100 }, (_, x) => statusFrom('127.0.0.3', url(`9/${x}/0`)));
  await stage.requestsToReach(8);
  await fetch(url('99/0/0'));
  const honest = fetch(url('9/99/0'));
  await fetch(url('99/0/0'));
  for (let answered = 0; answered < 4; answered += 1) {
    open.shift()?.();
    await stage.requestsToReach(9 + answered);
  }
  expect(stage.requests.slice(8, 12).map((request) => request.url)).toContain('/9/99/0.png');
  stage.answer = png();
  for (const end of open) end();
  expect((await honest).status).toBe(200);
  expect(await Promise.all(greedy)).toEqual(Array.from({ length: 100 }, () => 200));
  expect(stage.requests.filter((request) => request.url === '/9/99/0.png')).toHaveLength(1);
});
