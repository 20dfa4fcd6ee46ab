import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startTestApp } from '@hereabouts/testing/app';
import { freePort, natsServer, natsUrl, startNats, stopNats } from '@hereabouts/testing/nats';
import { expect, test, vi } from 'vitest';

const ready = async (url: string): Promise<[number, string]> => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, await answer.text()];
};
const READY = [200, '{"status":"ready","missing":[]}'];

test.skipIf(natsServer === undefined)(
  'OPS-06 without the bus a process is not ready, says so, and is ready when the bus is back',
  async () => {
    const port = await freePort();
    let nats = await startNats(port);
    const lines: string[] = [];
    const app = await startTestApp(
      { natsUrl: natsUrl(port), logLevel: 'warn' },
      {
        logTo: {
          write: (line) => void lines.push(line),
        },
      },
    );
    expect(await ready(app.url)).toEqual(READY);
    await stopNats(nats);
    await expect.poll(async () => (await ready(app.url))[0]).toBe(503);
    expect((await ready(app.url))[1]).toContain('Missing: bus');
    expect(lines.filter((line) => line.includes('something needed is missing'))).toHaveLength(1);
    nats = await startNats(port);
    await expect.poll(() => ready(app.url), { timeout: 20_000 }).toEqual(READY);
    await app.stop();
    await stopNats(nats);
  },
);

test.skipIf(natsServer === undefined)(
  'OPS-06 a process started before the NATS server waits for it',
  async () => {
    const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'hereabouts-'))];
    const lines: string[] = [];
    const clock = createFakeClock();
    const config = { ...readConfig({ PORT: '0', DATA_DIR: dataDir }), natsUrl: natsUrl(port) };
    const logTo = { write: (line: string) => void lines.push(line) };
    const starting = createApp(config, { clock, db: await createTestDatabase(), logTo });
    await expect.poll(() => lines.join('')).toContain('the NATS server cannot be reached');
    const nats = await startNats(port);
    clock.advance(2_000);
    const app = await starting;
    expect(await ready(await app.start())).toEqual(READY);
    expect(lines.join('')).toContain('the NATS server can be reached now');
    await app.stop();
    await stopNats(nats);
    await rm(dataDir, { recursive: true });
  },
);

test('OPS-06 a process whose folder is gone is not ready', async () => {
  const app = await startTestApp();
  expect(await ready(app.url)).toEqual(READY);
  await rm(app.context.config.dataDir, { recursive: true });
  const [status, text] = await ready(app.url);
  expect(status).toBe(503);
  expect(text).toContain('Missing: disk, pictures');
  await app.stop();
});

test('OPS-06 many who ask at once cost one look', async () => {
  const app = await startTestApp();
  const answered = Promise.withResolvers<void>();
  let [looks, arrived] = [0, 0];
  app.app.http.server.on('request', () => (arrived += 1));
  const look = () => {
    looks += 1;
    return answered.promise;
  };
  Object.assign(app.context.db, { ready: look });
  const first = ready(app.url);
  await expect.poll(() => looks).toBe(1);
  const others = Array.from({ length: 50 }, () => ready(app.url));
  await expect.poll(() => arrived).toBe(51);
  answered.resolve();
  for (const answer of await Promise.all([first, ...others])) expect(answer).toEqual(READY);
  expect(looks).toBe(1);
  await ready(app.url);
  expect(looks).toBe(2);
  await app.stop();
});

test('OPS-06 while the database takes long to answer a process stays ready', async () => {
  const app = await startTestApp();
  const look = vi.fn<() => Promise<void>>(async () => {});
  Object.assign(app.context.db, { ready: look });
  expect(await ready(app.url)).toEqual(READY);
  const { promise, resolve } = Promise.withResolvers<void>();
  look.mockImplementation(() => promise);
  const busy = ready(app.url);
  await expect.poll(() => look.mock.calls.length).toBe(2);
  app.clock.advance(200);
  expect(await busy).toEqual(READY);
  resolve();
  await app.stop();
});

test('OPS-06 without the database a process is not ready', async () => {
  const app = await startTestApp();
  await app.context.db.close();
  const [status, text] = await ready(app.url);
  expect(status).toBe(503);
  expect(text).toContain('Missing: database');
  await app.stop().catch(() => {});
});
