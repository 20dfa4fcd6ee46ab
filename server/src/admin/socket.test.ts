import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, onTestFinished, test } from 'vitest';
import { askServer } from './socket.ts';

/** Of a server that answers after a minute and a second. */
async function askSlowServer(...args: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-socket-'));
  const clock = createFakeClock();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      clock.advance(MINUTE_MS + SECOND_MS);
      socket.end(`${JSON.stringify({ ok: true, text: 'done' })}\n`);
    });
  });
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(dataDir, { recursive: true });
  });
  await mkdir(join(dataDir, 'admin'));
  await new Promise<void>((resolve) => server.listen(join(dataDir, 'admin', 'socket'), resolve));
  return await askServer(dataDir, { args, operator: 'olga' }, clock);
}

test('OPS-03 a snapshot is waited for however long the server takes', async () => {
  expect(await askSlowServer('snapshot')).toEqual({ ok: true, text: 'done' });
});

test('SAFE-02 another command is waited for a minute, and says that the server goes on with it', async () => {
  await expect(askSlowServer('people', 'delete')).rejects.toThrow(
    'The server did not answer in 60 s. It goes on with the command: npm run admin -- log lists what it has done',
  );
});
