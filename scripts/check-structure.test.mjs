import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';

const SOUND = [
  'contract/src/events.ts',
  'server/src/db/migrations/001-core.sql',
  'server/src/db/migrations/002-auth.sql',
  'docs/decisions/003-later.md',
  'server/src/features/events/routes.ts',
  'server/src/features/events/realtime.ts',
  'server/src/features/events/routes.test.ts',
  'web/src/main.tsx',
  'web/src/features/events/queries.ts',
  'web/src/lib/clock.ts',
];

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'structure '));
  for (const path of SOUND) plant(path);
});

afterEach(() => rmSync(root, { recursive: true }));

function plant(path) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
}

test('a sound tree has no offence', () => {
  expect(checkStructure(root)).toEqual([]);
});

test.each([
  ['a file name outside the vocabulary of a feature', 'server/src/features/events/queries.ts'],
  [
    'a folder inside a feature',
    'server/src/features/events/parts/routes.ts',
    'server/src/features/events/parts',
  ],
  ['a file beside the features', 'server/src/features/index-of-features.ts'],
  [
    'a feature whose noun the contract does not have',
    'server/src/features/parties/routes.ts',
    'server/src/features/parties',
  ],
  ['a drawer', 'web/src/lib/utils.ts'],
  ['a drawer folder', 'server/src/http/helpers/a.ts', 'server/src/http/helpers'],
  ['a barrel', 'contract/src/index.ts'],
  ['a folder the web does not have', 'web/src/components/button.tsx', 'web/src/components'],
  ['a migration without a number', 'server/src/db/migrations/more.sql'],
  ['a second migration of one number', 'server/src/db/migrations/002-other.sql'],
  ['a decision without a number', 'docs/decisions/drivers.md'],
])('%s is an offence', (_title, path, named = path) => {
  plant(path);
  const problems = checkStructure(root);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${named}:`);
});
