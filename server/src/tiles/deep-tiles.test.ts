import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { png, startTileStage, type TileStage } from '@hereabouts/testing/tile-stage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDeepTiles } from './deep-tiles.ts';
import type { TileUpstream, UpstreamAnswer } from './tile-upstream.ts';

describe('at /tiles', () => {
  let stage: TileStage;
  beforeEach(async () => {
    stage = await startTileStage();
    stage.answer = png('picture', { 'cache-control': 'max-age=604800', age: '60', etag: '"a"' });
  });
  afterEach(() => stage.end());

  const told = async (response: Response) => {
    const { date, 'keep-alive': _, ...headers } = Object.fromEntries(response.headers);
    expect(date).toBeDefined();
    return { status: response.status, headers, body: await response.text() };
  };

  test('HOME-17 a tile from zoom 14 on is asked for and answered as if nobody had looked at it', async () => {
    const url = await stage.serve();
    for (const tile of ['14/8095/5615', '19/259040/179680']) {
      const before = stage.requests.length;
      const first = await told(await fetch(url(tile)));
      stage.clock.advance(3_600_000);
      expect(await told(await fetch(url(tile)))).toEqual(first);
      expect(first.headers['cache-control']).toBe('private, max-age=604800');
      expect(Object.keys(first.headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(age|cache-status|expires|last-modified)$/)]),
      );
      const asked = stage.requests.slice(before);
      expect(asked).toHaveLength(2);
      expect(asked[1]?.headers).toEqual(asked[0]?.headers);
    }
    expect(await stage.kept()).toEqual([]);
    await fetch(url('13/4047/2811'));
    expect(await stage.kept()).toEqual(['13/4047/2811.tile']);
  });

  test('HOME-17 a browser that has the tile is told so after the tile service was asked', async () => {
    const url = await stage.serve();
    const etag = (await fetch(url('15/1/1'))).headers.get('etag') ?? '';
    const second = await fetch(url('15/1/1'), { headers: { 'if-none-match': etag } });
    expect([second.status, stage.requests.length]).toEqual([304, 2]);
  });

  test('HOME-17 a tile that was looked at counts towards the limit, and is refused beyond it, as any', async () => {
    const url = await stage.serve({ missesPerMinute: 3 });
    for (let n = 0; n < 3; n += 1) expect((await fetch(url('15/1/1'))).status).toBe(200);
    const refused = await Promise.all(['15/1/1', '15/1/2'].map(async (tile) => told(await fetch(url(tile)))));
    expect(refused[0]?.status).toBe(429);
    expect(refused[1]).toEqual(refused[0]);
  });

  test('HOME-17 while the tile service is away, a tile that was looked at is missing as any', async () => {
    const url = await stage.serve();
    for (const tile of ['15/1/1', '13/1/1']) await fetch(url(tile));
    stage.answer = (_, response) => response.writeHead(429).end();
    const [seen, unseen] = [await told(await fetch(url('15/1/1'))), await told(await fetch(url('15/1/2')))];
    expect(seen.status).toBe(502);
    expect(unseen).toEqual(seen);
    expect((await fetch(url('13/1/1'))).status).toBe(200);
  });

  test('HOME-17 a client that hangs up gives up its turn', async () => {
    const open: (() => void)[] = [];
    stage.answer = (request, response) => open.push(() => png()(request, response));
    const url = await stage.serve();
    const asked = Array.from({ length: 8 }, (_, x) => fetch(url(`15/${x}/0`)));
    await stage.requestsToReach(8);
    const leaving = new AbortController();
    const left = fetch(url('15/9/9'), { signal: leaving.signal }).catch(() => 'left');
    // Round trips: the request, then its end, have arrived.
    await fetch(url('99/0/0'));
    leaving.abort();
    expect(await left).toBe('left');
    await fetch(url('99/0/0'));
    for (const end of open) end();
    await Promise.all(asked);
    stage.answer = png();
    await fetch(url('15/10/0'));
    expect(stage.requests.map((request) => request.url)).not.toContain('/15/9/9.png');
  });

  test('HOME-17 tiles from zoom 14 on that an earlier release kept are removed at the start', async () => {
    for (const tile of ['13/1/1', '14/1/1', '19/1/1']) {
      const file = path.join(stage.dataDir, `tiles/${tile}.tile`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'x');
    }
    await stage.serve();
    await expect.poll(() => stage.kept()).toEqual(['13/1/1.tile']);
  });
});

describe('of several askers', () => {
  const ADDRESS = { z: 15, x: 1, y: 1 };
  const tile: UpstreamAnswer = {
    kind: 'tile',
    body: Buffer.from('picture'),
    type: 'image/png',
    validators: { etag: null, lastModified: null },
    freshness: { mayStore: true, freshForMs: 1, lifetimeMs: 1 },
  };

  /** Each turn, and each answer of the service, comes when the test says. */
  function setUp() {
    const clock = createFakeClock();
    const turns: (() => void)[] = [];
    const answers: (() => void)[] = [];
    const upstream: TileUpstream = {
      async fetchTile(_address, _validators, _client, takesTurn = () => true) {
        await new Promise<void>((resolve) => turns.push(resolve));
        if (!takesTurn()) return { kind: 'failed', reason: 'turn not taken' };
        await new Promise<void>((resolve) => answers.push(resolve));
        return tile;
      },
    };
    const deep = createDeepTiles(upstream, clock);
    const answeredAt: (number | null)[] = [];
    const startMs = clock.now();
    const ask = (isGone = false) => {
      const n = answeredAt.push(null) - 1;
      return deep.fetchTile(ADDRESS, { ip: `192.0.2.${n}`, isGone: () => isGone }).then((answer) => {
        answeredAt[n] = clock.now() - startMs;
        return answer;
      });
    };
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const passes = async (ms: number) => {
      clock.advance(ms);
      await settled();
    };
    const takeTurn = async () => {
      turns.shift()?.();
      await settled();
    };
    const answer = async () => {
      answers.shift()?.();
      await settled();
    };
    return { ask, takeTurn, answer, answers, passes, answeredAt };
  }

  test('HOME-17 one whose turn comes during the request shares it, and waits as long as it took', async () => {
    const { ask, takeTurn, answer, answers, passes, answeredAt } = setUp();
    const asked = [ask(), ask()];
    await takeTurn();
    await passes(30);
    await takeTurn();
    expect(answers).toHaveLength(1);
    await passes(10);
    await answer();
    await passes(29);
    expect(answeredAt).toEqual([40, null]);
    await passes(1);
    expect(answeredAt).toEqual([40, 70]);
    expect(await Promise.all(asked)).toEqual([tile, tile]);
  });

  test('HOME-17 one whose turn comes after it makes a request of its own', async () => {
    const { ask, takeTurn, answer, answers, passes, answeredAt } = setUp();
    const asked = [ask(), ask()];
    await takeTurn();
    await passes(40);
    await answer();
    await passes(1_000);
    expect(answeredAt).toEqual([40, null]);
    await takeTurn();
    expect(answers).toHaveLength(1);
    await passes(40);
    await answer();
    await Promise.all(asked);
    expect(answeredAt).toEqual([40, 1_080]);
  });

  test('HOME-17 the 1,001st who would share makes a request of its own (S6)', async () => {
    const { ask, takeTurn, answer, answers, passes } = setUp();
    const asked = Array.from({ length: 1_002 }, () => ask());
    for (let n = 0; n < 1_001; n += 1) await takeTurn();
    expect(answers).toHaveLength(1);
    await takeTurn();
    expect(answers).toHaveLength(2);
    await answer();
    await answer();
    await passes(0);
    await Promise.all(asked);
  });
});
