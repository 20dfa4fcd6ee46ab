import { afterAll, beforeAll, expect, test } from 'vitest';
import { Closers } from '../bench/closers.ts';
import { SHORT } from './faults.ts';
import { Soak } from './soak.ts';

const closers = new Closers();
let soak: Soak;

beforeAll(async () => {
  soak = await Soak.start(closers);
});
afterAll(() => closers.close());

test.for(SHORT)(
  'OPS-10 $name: people see it, what they withdraw meanwhile is withdrawn, and all goes on',
  async (fault) => {
    const { findings, acknowledged } = await soak.run(fault);
    expect(findings).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);

test('OPS-10 nothing acknowledged was lost, doubled or put out of order, and limits, mails and notifications hold', async () => {
  const { findings, acknowledged } = await soak.finish();
  expect(findings).toEqual([]);
  expect(acknowledged).toBeGreaterThan(100);
});
