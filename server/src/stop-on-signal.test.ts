import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const FILE = new URL('stop-on-signal.ts', import.meta.url).href;

/** Runs a program to its end. */
const run = (text: string) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', text], (error, said) =>
      resolve({ code: error === null ? 0 : error.code, said }),
    );
  });

const programOf = (then: string) => `
  import { stopOnSignal } from '${FILE}';
  setInterval(() => {}, 1_000);
  const { promise: lost, resolve: lose } = Promise.withResolvers();
  stopOnSignal({ stop: async () => console.log('stopped'), lost });
  ${then}`;

test('OPS-06 a process that has lost for good what it needs stops and fails, so that its supervisor starts another', async () => {
  expect(await run(programOf('lose();'))).toEqual({ code: 1, said: 'stopped\n' });
});

test('OPS-06 a signal stops it without a failure', async () => {
  expect(await run(programOf(`process.kill(process.pid, 'SIGTERM');`))).toEqual({
    code: 0,
    said: 'stopped\n',
  });
});
