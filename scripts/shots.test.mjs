import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the screens of the browser tests can be used without a test runner, as `npm run shots` and the benchmarks do', async () => {
  const screens = join(import.meta.dirname, '../e2e/screens.ts');
  await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `import ${JSON.stringify(screens)}`,
  ]);
});
