import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { JobLaterError } from '#server/jobs/job.ts';
import { createSlowDomains } from './slow-domains.ts';

test('AUTH-09 a domain that answers slowly gets one mail of a kind at a time, and all slow ones two (S3)', async () => {
  const clock = createFakeClock();
  const domains = createSlowDomains(clock);
  const ends: (() => void)[] = [];
  const send = (to: string, kind = 'code') =>
    domains.send({ to, kind }, () => new Promise<void>((resolve) => ends.push(resolve)));
  const first = ['anna@slow.test', 'ben@slow.test', 'cleo@tar.test', 'dan@pit.test'].map((to) => send(to));
  clock.advance(5 * SECOND_MS);
  for (const end of ends.splice(0)) end();
  await Promise.all(first);

  const again = send('anna@SLOW.test');
  await expect(send('ben@slow.test')).rejects.toThrow(JobLaterError);
  const other = send('cleo@tar.test');
  await expect(send('dan@pit.test')).rejects.toThrow(JobLaterError);
  const quick = [send('eve@quick.test'), send('anna@slow.test', 'notice')];
  expect(ends).toHaveLength(4);
  clock.advance(5 * SECOND_MS);
  for (const end of ends.splice(0)) end();
  await Promise.all([again, other, ...quick]);

  // A quick answer, or ten minutes, and the domain is like others.
  const next = send('dan@pit.test');
  for (const end of ends.splice(0)) end();
  await next;
  const like = ['dan@pit.test', 'dora@pit.test'].map((to) => send(to));
  clock.advance(4 * SECOND_MS);
  for (const end of ends.splice(0)) end();
  await Promise.all(like);
  clock.advance(10 * MINUTE_MS);
  const later = ['anna@slow.test', 'ben@slow.test'].map((to) => send(to));
  for (const end of ends.splice(0)) end();
  await Promise.all(later);
});

test('a mail that fails gives its place up', async () => {
  const clock = createFakeClock();
  const domains = createSlowDomains(clock);
  const fail = () =>
    domains.send({ to: 'anna@slow.test', kind: 'code' }, async () => {
      clock.advance(5 * SECOND_MS);
      throw new Error('greylisted');
    });
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(fail()).rejects.toThrow('greylisted');
});
