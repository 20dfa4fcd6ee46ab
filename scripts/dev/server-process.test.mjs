import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServerProcess } from './server-process.mjs';

/** Writes when it starts, and on SIGTERM takes its time before it writes that it ends. */
const SLOW_TO_END = `
  const { appendFileSync } = require('node:fs');
  const say = (word) => appendFileSync(process.argv[1], word + ' ');
  setInterval(() => {}, 1000);
  process.once('SIGTERM', () => setTimeout(() => { say('end'); process.exit(0); }, 150));
  say('start');
`;

let folder;
let server;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-process-'));
  server = createServerProcess({
    command: process.execPath,
    args: ['-e', SLOW_TO_END, join(folder, 'said')],
    cwd: folder,
    env: process.env,
  });
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const said = () => readFileSync(join(folder, 'said'), 'utf8').trim();

test('the next process starts only when the last one has ended, and none is left', async () => {
  await server.restart();
  await expect.poll(said).toBe('start');
  await Promise.all([server.restart(), server.restart()]);
  await expect.poll(said).toMatch(/start$/);
  await server.stop();
  expect(said()).toMatch(/^start end (start end ?)*$/);
});
