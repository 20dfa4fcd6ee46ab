import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCommand } from './commands.ts';

const TO = 'olga@example.org';

let mailServer: MailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ smtpUrl: mailServer.url });
});
afterEach(() => mailServer.refuse(null));
afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

const testMail = (...words: string[]) =>
  runCommand(app.context, { args: ['mails', 'test', ...words], operator: 'olga' });

test('OPS-05 the operator sends a test mail, and is told that the mail server took it', async () => {
  expect(await testMail(TO)).toEqual({ ok: true, text: expect.stringContaining(`took an email to ${TO}`) });
  const [sent] = mailServer.received;
  expect(sent?.envelope).toEqual([TO]);
  expect((await PostalMime.parse(sent?.raw ?? '')).subject).toBe('A test email from Hereabouts');
});

test('OPS-05 what the mail server refuses is told at once, and waits in no queue', async () => {
  mailServer.refuse(451);
  const refused = await testMail(TO);
  expect(refused).toEqual({ ok: false, text: expect.stringContaining('did not take it: ') });
  expect(refused.text).toContain('answer 451');
  expect(await app.context.db.query('select 1 from jobs')).toEqual([]);
  expect((await testMail('olga')).ok).toBe(false);
  expect((await testMail()).text).toMatch(/^Usage:/);
});
