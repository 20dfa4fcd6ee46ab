import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createSecurityLog } from './security-log.ts';

test('OPS-08 refusals of one person, and those of many, take a few lines of the log a minute; the others are counted', () => {
  const lines: Record<string, unknown>[] = [];
  const add = (line: Record<string, unknown>) => void lines.push(line);
  const clock = createFakeClock();
  const log = createSecurityLog({ info: add, warn: add } as never, { logNetworkAddresses: false }, clock);
  const of = (userId: string) => lines.filter((line) => line['user_id'] === userId);

  for (let times = 0; times < 1_000; times++) log.record('refused', { userId: 'one' });
  expect(of('one')).toHaveLength(5);
  log.record('refused', { userId: 'another' });
  log.record('sessions_ended', { userId: 'one' });
  expect(of('another')).toHaveLength(1);
  expect(of('one')).toHaveLength(6);

  clock.advance(60_000);
  log.record('refused', { userId: 'one' });
  expect(of('one').at(-1)).toMatchObject({ left_out: 995 });

  const many = 20_000;
  for (let person = 0; person < many; person++) log.record('refused', { userId: `person ${person}` });
  expect(lines.length).toBeLessThan(320);
  log.record('sign_in_failed', { userId: 'one' });
  expect(of('one').at(-1)).toMatchObject({ security: 'sign_in_failed' });
  clock.advance(60_000);
  log.record('refused', { userId: 'two' });
  expect(of('two').at(-1)?.['left_out']).toBeGreaterThan(9_000);
});
