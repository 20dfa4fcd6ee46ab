import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildBasemap, OUTPUT } from './build-basemap.mjs';

const SIZE_MAX_BYTES = 60_000;

test('HOME-17 the drawn base map in the repository is what its sources make, and small', () => {
  const built = buildBasemap();
  expect(readFileSync(OUTPUT, 'utf8') === built, 'run: node scripts/build-basemap.mjs').toBe(true);
  expect(gzipSync(built).byteLength).toBeLessThan(SIZE_MAX_BYTES);
});
