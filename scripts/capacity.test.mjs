import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bottleneck, HABITS, LIMITS, needs, PEOPLE, table } from './capacity.mjs';

test('docs/scaling.md shows what the model computes', async () => {
  const page = await readFile(new URL('../docs/scaling.md', import.meta.url), 'utf8');
  // Columns may be padded.
  const plain = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  expect(plain(page)).toContain(plain(table(PEOPLE)));
});

test('ten times as many people need ten times as much of everything that grows', () => {
  const [less, more] = [needs(1e6), needs(1e7)];
  for (const name of ['requests', 'sockets', 'databaseCores', 'terabytes']) {
    expect(more[name] / less[name]).toBeCloseTo(10);
  }
  expect(more.processes).toBeGreaterThan(less.processes);
});

test('more sharing costs the bus and the processes, not the disk', () => {
  const [few, many] = [needs(1e7), needs(1e7, { ...HABITS, sharers: 10 * HABITS.sharers })];
  expect(many.busMessages).toBeGreaterThan(few.busMessages);
  expect(many.processes).toBeGreaterThan(few.processes);
  expect(many.terabytes).toBe(few.terabytes);
});

test('what is furthest beyond one server is the first bottleneck', () => {
  const need = {
    ...needs(1e5),
    busMessages: 2 * LIMITS.busMessages,
    terabytes: 3 * LIMITS.databaseTerabytes,
  };
  expect(bottleneck(need)).toBe('database disk, 3.0 × one server');
  expect(bottleneck(needs(1e5))).toBe('none');
});
