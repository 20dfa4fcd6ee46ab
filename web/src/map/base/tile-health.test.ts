import { expect, test } from 'vitest';
import {
  INITIAL_TILE_HEALTH,
  nextTileHealth,
  tileHealthAfter,
  type TileNews,
  wantsDrawnMap,
  wantsTiles,
} from './tile-health.ts';

const after = (...news: TileNews[]) => news.reduce(nextTileHealth, INITIAL_TILE_HEALTH);
const shows = (...news: TileNews[]) => {
  const health = after(...news);
  return [wantsTiles(health) && 'tiles', wantsDrawnMap(health) && 'drawn'].filter(Boolean);
};

test('HOME-17 tiles alone while they come', () => {
  expect(shows()).toEqual(['tiles']);
  expect(shows('loaded', 'slow')).toEqual(['tiles']);
  expect(shows('loaded', 'failed', 'failed', 'loaded', 'failed', 'failed')).toEqual(['tiles']);
});

test('HOME-17 three failures in a row bring the drawn map and stop the asking', () => {
  expect(shows('failed', 'failed')).toEqual(['tiles']);
  expect(shows('failed', 'failed', 'failed')).toEqual(['drawn']);
  expect(shows('loaded', 'failed', 'failed', 'failed')).toEqual(['drawn']);
  expect(shows('failed', 'failed', 'failed', 'loaded')).toEqual(['drawn']);
});

test('HOME-17 slow tiles have the drawn map under them until they come', () => {
  expect(shows('slow')).toEqual(['tiles', 'drawn']);
  expect(shows('slow', 'loaded')).toEqual(['tiles']);
});

test('HOME-17 an answered probe asks for tiles again over the drawn map', () => {
  const down = ['failed', 'failed', 'failed'] as const;
  expect(shows(...down, 'answered')).toEqual(['tiles', 'drawn']);
  expect(shows(...down, 'answered', 'loaded')).toEqual(['tiles']);
  expect(shows(...down, 'answered', ...down)).toEqual(['drawn']);
});

test('HOME-17 a map opened where the last one had no tiles shows the drawn map at once', () => {
  const next = (...news: TileNews[]) => tileHealthAfter(after(...news));
  expect(wantsDrawnMap(next('failed', 'failed', 'failed'))).toBe(true);
  expect(wantsTiles(next('failed', 'failed', 'failed'))).toBe(true);
  expect(wantsDrawnMap(next('slow'))).toBe(true);
  expect(wantsDrawnMap(next('slow', 'loaded'))).toBe(false);
  expect(wantsDrawnMap(next())).toBe(false);
});
