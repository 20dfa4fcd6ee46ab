import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const folder = () => join(dataDir, 'outbox');

test('SAFE-03 what a killed process left unfinished goes after a week like mails, and other files stay', async () => {
  const names = [
    '2026-06-01T12-00-00.000Z-000001-0a0a0a0a.eml.part',
    '2026-06-19T12-00-00.000Z-000001-0a0a0a0a.sms.part',
  ];
  await mkdir(folder());
  for (const name of [...names, '2026-06-01.txt']) await writeFile(join(folder(), name), 'half');
  await createOutbox(dataDir, createFakeClock()).put('whole', 'sms');
  const left = await readdir(folder());
  expect(left.toSorted().slice(0, -1)).toEqual(['2026-06-01.txt', names[1]]);
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
