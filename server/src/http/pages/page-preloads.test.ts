import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRELOADED_SOURCES } from './page-preloads.ts';

const WEB = join(import.meta.dirname, '../../../../web');

test('what pages load beforehand is there: a file with another name would come late', () => {
  expect(PRELOADED_SOURCES.filter((source) => !existsSync(join(WEB, source)))).toEqual([]);
});
