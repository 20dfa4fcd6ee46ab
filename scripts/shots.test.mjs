import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCREENS = join(import.meta.dirname, '../e2e/screens.ts');

test('screens can be used without a test runner, as `npm run shots` and the benchmarks do', async () => {
  const load = `import ${JSON.stringify(SCREENS)}`;
  const loaded = promisify(execFile)(process.execPath, ['--input-type=module', '-e', load]);
  await expect(loaded).resolves.toMatchObject({ stdout: '' });
});
