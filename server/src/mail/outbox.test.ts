import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { startTestApp } from '@hereabouts/testing/app';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileTimeOf } from '#server/clock.ts';
import { createOutbox } from './outbox.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const folder = () => join(dataDir, 'outbox');

test('SAFE-03 mails and text messages of the outbox go after a week, also where a transport is set, and other files stay', async () => {
  const app = await startTestApp({
    dataDir,
    smtpUrl: 'smtp://127.0.0.1:1',
    smsWebhookUrl: 'http://127.0.0.1:1',
  });
  try {
    const day = (ageDays: number) => fileTimeOf(app.clock.now() + HOUR_MS - ageDays * DAY_MS);
    const young = [`${day(7)}-000001-0a0a0a0a.eml`, `${day(1)}-000001-0a0a0a0a.sms.part`, `${day(8)}.txt`];
    // A process that was killed leaves half of one.
    const old = ['eml', 'sms', 'eml.part'].map((ending) => `${day(8)}-000001-0a0a0a0a.${ending}`);
    await mkdir(folder());
    for (const name of [...young, ...old]) await writeFile(join(folder(), name), 'mail');
    app.clock.advance(HOUR_MS);
    await expect.poll(async () => (await readdir(folder())).toSorted()).toEqual(young.toSorted());
  } finally {
    await app.stop();
  }
});

test('a mail that cannot be written whole leaves no part of it', async () => {
  async function* breaking() {
    yield 'half';
    throw new Error('no space left');
  }
  const outbox = createOutbox(dataDir, createFakeClock());
  await expect(outbox.put(breaking() as never, 'eml')).rejects.toThrow('no space left');
  expect(await readdir(folder())).toEqual([]);
});
