import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './run.mjs';
import { testsWithoutDatabase } from './without-database.mjs';

test('tests that ask for the database, however far away, are not among those without one', () => {
  const root = mkdtempSync(join(tmpdir(), 'hereabouts-tests-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = {
    'testing/database.ts': "export const { url } = inject('testDatabase');",
    'testing/app.ts': "import { url } from './database.ts';",
    'server/src/sum.ts': "import '#server/other.ts';\nimport pg from 'pg';",
    'server/src/other.ts': "import './sum.ts';",
    'server/src/sum.test.ts': "import { sum } from './sum.ts';",
    'server/src/near.test.ts': "const on = process.env['TEST_DB'];",
    'server/src/far.test.ts': "import {\n  startApp,\n} from '@hereabouts/testing/app';",
    'server/src/late.test.ts': "const { url } = await import('../../testing/database.ts');",
    'contract/src/text.test.ts': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(testsWithoutDatabase(root)).toEqual(['contract/src/text.test.ts', 'server/src/sum.test.ts']);
});

test('tests of this repository are found on either side', () => {
  const without = testsWithoutDatabase(ROOT);
  expect(without).toContain('server/src/async/throttle.test.ts');
  expect(without).not.toContain('server/src/features/events/routes.test.ts');
});
