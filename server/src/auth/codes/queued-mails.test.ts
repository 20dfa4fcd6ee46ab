import { MINUTE_MS } from '@hereabouts/contract/durations';
import { PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import PostalMime from 'postal-mime';

const EMAIL = 'lorelei@example.org';

let mailServer: MailServer;
let server: AuthServer;
beforeEach(async () => {
  mailServer = await startMailServer();
  server = await startAuthServer({ smtpUrl: mailServer.url });
  await server.call('/signup', { body: { email: EMAIL, password: PASSWORD } });
  await server.auth.idle();
});
afterEach(async () => {
  await server.stop();
  await mailServer.stop();
});

const recover = () => server.call('/recover', { body: { email: EMAIL } });
const queue = () =>
  server.db.query<{ kind: string; text: string }>('select kind, row_to_json(jobs)::text as text from jobs');
const received = () => Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)));
const tokenIn = (text = '') => /token_hash=([\w-]+)/.exec(text)?.[1] ?? '';
const openLink = (token: string) => server.call('/verify', { body: { type: 'recovery', token_hash: token } });

/** Also of a second process, whose work must not meet its time-out because the clock leaps. */
async function advance(minutes: number, beside?: AuthServer): Promise<void> {
  for (let at = 0; at < minutes; at += 1) {
    server.clock.advance(MINUTE_MS);
    await server.auth.idle();
    await beside?.auth.idle();
  }
}

test('OPS-05 a mail waits in the queue while the mail server refuses it, without a link or code that works', async () => {
  mailServer.refuse(451);
  await recover();
  await server.call('/otp', { body: { email: EMAIL } });
  await server.auth.idle();
  const waiting = await queue();
  expect(waiting.map(({ kind }) => kind)).toEqual(['code_by_mail_to_unproved', 'code_by_mail_to_unproved']);

  mailServer.refuse(null);
  await advance(2);
  const mails = await received();
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(['Reset your Hereabouts password', 'Your Hereabouts sign-in code']),
  );
  expect(await queue()).toEqual([]);
  const token = tokenIn(mails.find(({ subject }) => subject?.startsWith('Reset'))?.text);
  const code = /\b\d{6}\b/.exec(mails.find(({ subject }) => subject?.endsWith('code'))?.text ?? '')?.[0];
  for (const { text } of waiting) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(code);
  }
  expect((await openLink(token)).status).toBe(200);
});

test('OPS-05 a repeated attempt sends the same link and Message-ID, so that a mail that arrived twice is one', async () => {
  await recover();
  await server.auth.idle();
  await server.db.query(`delete from jobs`);
  const [first] = await received();
  const [reset] = await server.db.query<{ id: string }>(
    `select id from auth.one_time_tokens where kind = 'recovery'`,
  );
  expect(first?.messageId).toMatch(/^<[\w-]{36}@example\.org>$/);
  const again = { token_id: reset?.id ?? '', origin: 'http://localhost', redirect_to: null, new_email: null };
  await server.db.query(
    `insert into jobs (id, kind, payload, created_at, due_at, expires_at)
     values ($1, 'code_by_mail', $2::jsonb, $3, $3, $4)`,
    [
      first?.messageId?.slice(1, 37),
      JSON.stringify(again),
      new Date(server.clock.now()).toISOString(),
      new Date(server.clock.now() + MINUTE_MS).toISOString(),
    ],
  );
  await server.call('/recover', { body: { email: 'other@example.org' } });
  const beside = await startAuthServer({ smtpUrl: mailServer.url, beside: server });
  await beside.auth.idle();
  const [, second] = await received();
  expect(second?.messageId).toBe(first?.messageId);
  expect(tokenIn(second?.text)).toBe(tokenIn(first?.text));
  await beside.stop();
});

test('OPS-05 a link is not sent any more once it has expired, was replaced or its account is gone', async () => {
  mailServer.refuse(451);
  await recover();
  await server.auth.idle();
  await recover();
  await server.auth.idle();
  mailServer.refuse(null);
  await advance(2);
  expect(await received()).toHaveLength(1);

  mailServer.refuse(451);
  await recover();
  await advance(60);
  mailServer.refuse(null);
  await advance(60);
  expect(await received()).toHaveLength(1);
  expect(await queue()).toEqual([]);

  mailServer.refuse(451);
  await recover();
  await server.auth.idle();
  expect(await queue()).toHaveLength(1);
  await server.db.query('delete from auth.users');
  expect(await queue()).toEqual([]);
});

test('OPS-05 a mail to a mailbox that does not exist is dropped at once, and the log names nobody', async () => {
  mailServer.refuse(550);
  await recover();
  await server.auth.idle();
  expect(await queue()).toEqual([]);
  const line = server.logLines.find((text) => text.includes('a job failed for good')) ?? '';
  expect(line).toContain('RCPT TO, answer 550');
  expect(server.logLines.join('')).not.toContain('lorelei');
});

test('OPS-05 what waited when the process stopped is sent once by the next one', async () => {
  mailServer.refuse(451);
  await recover();
  await server.auth.idle();
  const next = await startAuthServer({ smtpUrl: mailServer.url, beside: server });
  mailServer.refuse(null);
  await advance(2, next);
  expect(await received()).toHaveLength(1);
  expect(await queue()).toEqual([]);
  await next.stop();
});

test('mails to addresses that a stranger invents do not delay those to proved ones (S45)', async () => {
  await recover();
  await server.auth.idle();
  const [first] = await received();
  expect((await openLink(tokenIn(first?.text))).status).toBe(200);
  mailServer.hang('@slow.example');
  for (let at = 0; at < 12; at += 1) {
    await server.call('/otp', { body: { email: `x${at}@slow.example` } });
  }
  server.clock.set(server.clock.now() + MINUTE_MS);
  await recover();
  const resets = async () => (await received()).filter(({ subject }) => subject?.startsWith('Reset'));
  await expect.poll(async () => (await resets()).length).toBe(2);
  const kinds = (await queue()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'code_by_mail_to_unproved')).toHaveLength(12);
  mailServer.hang(null);
  await server.auth.idle();
  await advance(3);
  const slow = mailServer.received
    .flatMap(({ envelope }) => envelope)
    .filter((to) => to.endsWith('@slow.example'));
  expect(new Set(slow).size).toBe(12);
});
