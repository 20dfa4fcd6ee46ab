import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { JobLaterError } from '#server/jobs/job.ts';
import { createQuickDomains, type QuickDomains } from './quick-domains.ts';

let clock: FakeClock;
let domains: QuickDomains;
let ends: (() => void)[];
beforeEach(() => {
  clock = createFakeClock();
  domains = createQuickDomains(clock);
  ends = [];
});

const send = (to: string, kind = 'code') =>
  domains.send({ to, kind }, () => new Promise<void>((resolve) => ends.push(resolve)));

/** The relay takes so long for all of these mails. */
async function sendAll(addresses: readonly string[], ms: number): Promise<void> {
  const sent = addresses.map((to) => send(to));
  clock.advance(ms);
  for (const end of ends.splice(0)) end();
  await Promise.all(sent);
}

test('AUTH-09 domains that are slow or unknown share two places of a kind, one each, however many there are (S3)', async () => {
  await sendAll(['anna@quick.test', 'ben@slow.test'], SECOND_MS);
  await sendAll(['ben@slow.test'], 5 * SECOND_MS);
  const others = [send('ben@SLOW.test')];
  await expect(send('bea@slow.test')).rejects.toThrow(JobLaterError);
  others.push(send('cleo@a1.invented.test'));
  await expect(send('cleo@a2.invented.test')).rejects.toThrow(JobLaterError);
  await expect(send('ben@slow.test')).rejects.toThrow(JobLaterError);
  const quick = ['anna@quick.test', 'dan@quick.test', 'eve@quick.test'].map((to) => send(to));
  const notice = send('ben@slow.test', 'notice');
  expect(ends).toHaveLength(6);
  for (const end of ends.splice(0)) end();
  await Promise.all([...others, ...quick, notice]);
});

test('AUTH-09 a domain that was slow is not quick for ten minutes, whatever it answers meanwhile (S3)', async () => {
  await sendAll(['anna@quick.test', 'ben@slow.test'], SECOND_MS);
  await sendAll(['ben@slow.test'], 5 * SECOND_MS);
  await sendAll(['ben@slow.test'], SECOND_MS);
  const held = [send('ben@slow.test')];
  await expect(send('bea@slow.test')).rejects.toThrow(JobLaterError);
  for (const end of ends.splice(0)) end();
  await Promise.all(held);
  clock.advance(10 * MINUTE_MS);
  await sendAll(['ben@slow.test', 'bea@slow.test', 'bob@slow.test'], SECOND_MS);
});

test('before any domain has answered quickly, each has all places', async () => {
  await sendAll(['anna@a.test', 'ben@b.test', 'cleo@c.test', 'dan@d.test'], SECOND_MS);
});

test('postponed mails are tried again one after the other, within a minute', async () => {
  await sendAll(['anna@quick.test'], SECOND_MS);
  const held = [send('a@unknown.test')];
  const delays: number[] = [];
  for (let nth = 0; nth < 1_000; nth += 1) {
    const error = await send(`${nth}@unknown.test`).catch((cause: unknown) => cause);
    delays.push(error instanceof JobLaterError ? error.atMs - clock.now() : NaN);
  }
  expect([delays[0], delays[1], delays[2], delays.at(-1)]).toEqual([100, 200, 300, MINUTE_MS]);
  for (const end of ends.splice(0)) end();
  await Promise.all(held);
});

test('a mail that fails gives its place up', async () => {
  await sendAll(['anna@quick.test'], SECOND_MS);
  const fail = () =>
    domains.send({ to: 'ben@slow.test', kind: 'code' }, async () => {
      clock.advance(5 * SECOND_MS);
      throw new Error('greylisted');
    });
  for (let attempt = 0; attempt < 3; attempt += 1) await expect(fail()).rejects.toThrow('greylisted');
});
