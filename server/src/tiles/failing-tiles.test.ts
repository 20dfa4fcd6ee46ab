import { png, startTileStage, statusFrom, type TileStage } from '@hereabouts/testing/tile-stage';
import { afterEach, beforeEach, expect, test } from 'vitest';

let stage: TileStage;
/** Answers of the tile service to tiles of zoom 9 and 15, which wait to be sent. */
let slow: (() => void)[];
beforeEach(async () => {
  stage = await startTileStage();
  slow = [];
  stage.answer = (request, response) => {
    if (/^\/(9|15)\//.test(request.url ?? '')) slow.push(() => png()(request, response));
    else if (request.url?.startsWith('/8/')) response.writeHead(500).end();
    else png()(request, response);
  };
});
afterEach(() => stage.end());

const FAILING = '127.0.0.3';
const HONEST = '127.0.0.4';

async function serveWithoutTilesForOne(): Promise<(tile: string) => string> {
  const url = await stage.serve();
  for (let x = 0; x < 3; x += 1) expect(await statusFrom(FAILING, url(`8/${x}/0`))).toBe(502);
  expect(await statusFrom(FAILING, url('7/9/9'))).toBe(502);
  return url;
}

test('HOME-17 tiles that the service cannot draw, or only slowly, keep no other address from theirs (S6)', async () => {
  const url = await serveWithoutTilesForOne();
  expect(await statusFrom(HONEST, url('7/0/0'))).toBe(200);
  const waiting = Array.from({ length: 20 }, (_, x) => statusFrom('127.0.0.5', url(`9/${x}/0`)));
  await expect.poll(() => slow.length).toBe(8);
  expect(await statusFrom(HONEST, url('7/0/1'))).toBe(200);
  stage.answer = png();
  for (const send of slow) send();
  await Promise.all(waiting);
});

test('HOME-17 an address that may not ask cannot tell whether others are loading a tile of zoom 14 or more', async () => {
  const url = await serveWithoutTilesForOne();
  const honest = statusFrom(HONEST, url('15/1/1'));
  await expect.poll(() => slow.length).toBe(1);
  for (const tile of ['15/1/1', '15/2/2']) expect(await statusFrom(FAILING, url(tile))).toBe(502);
  expect(slow).toHaveLength(1);
  slow[0]?.();
  expect(await honest).toBe(200);
});

test('HOME-17 an address that may not ask leaves no tile without an answer for others', async () => {
  const url = await serveWithoutTilesForOne();
  const honest = Array.from({ length: 9 }, (_, x) => statusFrom(HONEST, url(`9/${x}/0`)));
  await expect.poll(() => slow.length).toBe(8);
  // The ninth waits for its turn.
  expect(await statusFrom(FAILING, url('9/8/0'))).toBe(502);
  stage.answer = png();
  for (const send of slow) send();
  expect(new Set(await Promise.all(honest))).toEqual(new Set([200]));
});
