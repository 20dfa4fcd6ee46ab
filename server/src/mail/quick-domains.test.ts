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

const send = (to: string, kind = 'code', asked: { asked_by?: string } = {}) =>
  domains.send({ to, kind, ...asked }, () => new Promise<void>((resolve) => ends.push(resolve)));

/** The relay takes so long for all of these mails. */
async function sendAll(addresses: readonly string[], ms: number): Promise<void> {
  const sent = addresses.map((to) => send(to));
  clock.advance(ms);
  for (const end of ends.splice(0)) end();
  await Promise.all(sent);
}

test('AUTH-09 domains that are slow or unknown share two places of a kind, however many there are (S3)', async () => {
  await sendAll(['anna@quick.test', 'ben@slow.test'], SECOND_MS);
  await sendAll(['ben@slow.test'], 5 * SECOND_MS);
  const others = [send('ben@SLOW.test'), send('cleo@invented-one.test')];
  await expect(send('cleo@invented-two.test')).rejects.toThrow(JobLaterError);
  const quick = ['anna@quick.test', 'dan@quick.test', 'eve@quick.test'].map((to) => send(to));
  const notice = send('ben@slow.test', 'notice');
  expect(ends).toHaveLength(6);
  for (const end of ends.splice(0)) end();
  await Promise.all([...others, ...quick, notice]);
});

test.each([
  ['x@tarpit.example', 'x@a1.tarpit.example', 'y@b.c.tarpit.example'],
  ['x@tarpit.co.uk', 'x@a1.tarpit.co.uk', 'y@b.c.tarpit.co.uk'],
])(
  'AUTH-09 an owner of domains gets one mail at a time, whatever the subdomains: %s (S3)',
  async (...addresses) => {
    const [first, ...others] = addresses;
    const sent = [send(first)];
    for (const to of others) await expect(send(to)).rejects.toThrow(JobLaterError);
    sent.push(send('anna@other.co.uk'), send('ben@other.example'));
    expect(ends).toHaveLength(3);
    for (const end of ends.splice(0)) end();
    await Promise.all(sent);
  },
);

test('AUTH-09 a domain that was slow is not quick for two minutes, whatever it answers meanwhile (S3)', async () => {
  await sendAll(['anna@quick.test', 'ben@slow.test'], SECOND_MS);
  await sendAll(['ben@slow.test'], 5 * SECOND_MS);
  await sendAll(['ben@slow.test'], SECOND_MS);
  const held = [send('ben@slow.test')];
  await expect(send('bea@slow.test')).rejects.toThrow(JobLaterError);
  for (const end of ends.splice(0)) end();
  await Promise.all(held);
  clock.advance(2 * MINUTE_MS);
  await sendAll(['ben@slow.test'], SECOND_MS);
  await sendAll(['ben@slow.test', 'bea@slow.test', 'bob@slow.test'], SECOND_MS);
});

test('AUTH-09 quick answers for invented subdomains do not make slow ones of the same owner quick (S3)', async () => {
  await sendAll(['x@a.evil.example', 'ann@quick.test'], SECOND_MS);
  await sendAll(['x@b.evil.example'], 5 * SECOND_MS);
  const held = send('x@c.evil.example');
  await expect(send('x@d.evil.example')).rejects.toThrow(JobLaterError);
  for (const end of ends.splice(0)) end();
  await held;
});

test('before any domain has answered quickly, different ones have all places', async () => {
  const sent = ['anna@anna.test', 'ben@bens.test', 'cleo@cleo.test', 'dan@dans.test'].map((to) => send(to));
  expect(ends).toHaveLength(4);
  for (const end of ends.splice(0)) end();
  await Promise.all(sent);
});

test('postponed mails to an owner are tried again one after the other, within a minute', async () => {
  const held = [send('a@unknown.test')];
  const delays = async (domain: string, count: number) => {
    const found: number[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const error = await send(`${nth}@${domain}`).catch((cause: unknown) => cause);
      found.push(error instanceof JobLaterError ? error.atMs - clock.now() : NaN);
    }
    return found;
  };
  const ofOne = await delays('unknown.test', 1_000);
  expect([ofOne[0], ofOne[1], ofOne[2], ofOne.at(-1)]).toEqual([250, 500, 750, MINUTE_MS]);
  held.push(send('a@another.test'));
  expect(await delays('another.test', 1)).toEqual([250]);
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

test('AUTH-09 whoever asks for mails has one place for unknown domains, beside those of others who ask (S3)', async () => {
  await sendAll(['anna@quick.test'], SECOND_MS);
  const sent = ['a', 'b', 'c', 'd'].map((who) => send(`x@${who}.test`, 'code', { asked_by: who }));
  await expect(send('x@e.test', 'code', { asked_by: 'a' })).rejects.toThrow(JobLaterError);
  await expect(send('y@a.test', 'code', { asked_by: 'e' })).rejects.toThrow(JobLaterError);
  sent.push(send('anna@quick.test', 'code', { asked_by: 'a' }));
  expect(ends).toHaveLength(5);
  for (const end of ends.splice(0)) end();
  await Promise.all(sent);
});

test('AUTH-09 mails to domains that are not quick have the connections they may have, of all kinds and whoever asks (S3)', async () => {
  let most = 3;
  domains = createQuickDomains(clock, () => most);
  await sendAll(['anna@quick.test'], SECOND_MS);
  const held = [1, 2, 3].map((n) => send(`x@new${n}.test`, `kind ${n}`, { asked_by: `asker ${n}` }));
  const fourth = () => send('x@new4.test', 'kind 4', { asked_by: 'asker 4' });
  await expect(fourth()).rejects.toMatchObject({ atMs: clock.now() + SECOND_MS });
  const quick = send('ben@quick.test');
  most = 4;
  const taken = fourth();
  for (const end of ends.splice(0)) end();
  await Promise.all([...held, quick, taken]);
});
