import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startMailServer, type MailServerRefusal } from '@hereabouts/testing/mail-server';
import { accountMails } from './account-mails.ts';
import { SMTP_CONNECTIONS_MIN } from '#server/config.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { createMailer } from './mailer.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  // A mail server waits for those that are connected to it, which is what began last.
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const clock = createFakeClock();
const mailFrom = 'Hereabouts <hello@hereabouts.example>';

async function withMailServer(maxClients?: number, beyond?: MailServerRefusal) {
  const server = await startMailServer(maxClients, beyond);
  stops.push(server.stop);
  return server;
}

const silent = { info() {}, debug() {} };
const configOf = (smtpUrl: string | null, dataDir = '') => ({
  smtpUrl,
  smtpConnectionsMax: SMTP_CONNECTIONS_MIN,
  mailFrom,
  dataDir,
});

test('FORGOT-05 a mail reaches a mail server with its link whole, in text and in HTML', async () => {
  const { received, url: smtpUrl } = await withMailServer();
  const mailer = createMailer({
    config: configOf(smtpUrl),
    clock,
    log: silent,
  });
  stops.push(async () => mailer.close());
  const url = `https://hereabouts.example/reset-password?token_hash=${'a'.repeat(43)}&type=recovery`;
  await mailer.send(accountMails.resetPassword('ann@example.org', { url, minutes: 60 }), 'id', 'test');
  expect(received.map(({ envelope }) => envelope)).toEqual([['ann@example.org']]);
  const mail = await PostalMime.parse(received[0]?.raw ?? '');
  expect(mail.from).toMatchObject({ name: 'Hereabouts', address: 'hello@hereabouts.example' });
  expect(mail.date).toBe(new Date(clock.now()).toISOString());
  expect(mail.text).toContain(url);
  expect(mail.html).toContain(url.replace('&', '&amp;'));
});

test('an address cannot add another, and a name in a mail cannot add markup', async () => {
  const { received, url: smtpUrl } = await withMailServer();
  const mailer = createMailer({
    config: configOf(smtpUrl),
    clock,
    log: silent,
  });
  stops.push(async () => mailer.close());
  const newEmail = '<b>x</b>@example.org';
  await mailer.send(
    accountMails.addressChange('ann@example.org', { code: '123456', minutes: 60, newEmail }),
    'id',
    'test',
  );
  expect((await PostalMime.parse(received[0]?.raw ?? '')).html).toContain('&lt;b&gt;x&lt;/b&gt;@example.org');
  await mailer
    .send(
      accountMails.proveIdentity('ann@example.org, eve@example.org', { code: '123456', minutes: 10 }),
      'id',
      'test',
    )
    .catch(() => {});
  expect(received.flatMap(({ envelope }) => envelope)).not.toContain('eve@example.org');
});

test.each([
  ['answers 421', 'answer'],
  ['resets', 'reset'],
  ['ends', 'end'],
] as const)(
  'OPS-05 a mail whose connection the mail server %s, as it has too many, waits half a second, without having failed',
  async (_does, beyond) => {
    const { received, hang, hanging, url: smtpUrl } = await withMailServer(10, beyond);
    hang('.example');
    const mailer = createMailer({ config: configOf(smtpUrl), clock, log: silent });
    stops.push(async () => mailer.close());
    const send = (to: string) =>
      mailer.send(accountMails.proveIdentity(to, { code: '123456', minutes: 10 }), to, 'test');
    const sent = Promise.allSettled(Array.from({ length: 30 }, (_, nth) => send(`ann@slow${nth}.example`)));
    await expect.poll(hanging).toBe(10);
    await expect(send('ben@quick.test')).rejects.toMatchObject({ atMs: clock.now() + 500 });
    hang(null);
    const refused = (await sent).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(20);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(JobLaterError);
    await send('ben@quick.test');
    expect(received.at(-1)?.envelope).toEqual(['ben@quick.test']);
  },
);

test('a mail server that is down is an error of the sender', async () => {
  const { url, received } = await withMailServer();
  for (const stop of stops.splice(0)) await stop();
  const mailer = createMailer({
    config: configOf(url),
    clock,
    log: silent,
  });
  stops.push(async () => mailer.close());
  await expect(
    mailer.send(accountMails.proveIdentity('a@example.org', { code: '1', minutes: 1 }), 'id', 'test'),
  ).rejects.toThrow();
  expect(received).toEqual([]);
});

test('without a mail server the outbox holds the mail for its owner alone, and the log its links at debug level', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-outbox-'));
  stops.push(() => rm(dataDir, { recursive: true }));
  const logged: { level: string; details: object }[] = [];
  const log = {
    info: (details: object) => void logged.push({ level: 'info', details }),
    debug: (details: object) => void logged.push({ level: 'debug', details }),
  };
  const mailer = createMailer({
    config: configOf(null, dataDir),
    clock,
    log: log as typeof silent,
  });
  const url = 'http://localhost:3000/reset-password?token_hash=secret&type=recovery';
  await mailer.send(accountMails.resetPassword('ann@example.org', { url, minutes: 60 }), 'id', 'test');
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  const path = join(dataDir, 'outbox', name);
  expect(name).toMatch(/^2026-06-20T12-00-00\.000Z-000001-[0-9a-f]{8}\.eml$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await PostalMime.parse(await readFile(path))).text).toContain(url);
  expect(logged.filter(({ level }) => level === 'debug')).toEqual([
    { level: 'debug', details: { links: [url] } },
  ]);
  expect(JSON.stringify(logged.filter(({ level }) => level === 'info'))).not.toContain('secret');
});
