import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { reportRoutes } from '@hereabouts/contract/reports';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, say } from '@hereabouts/testing/builders';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeReport } from './service.ts';

const OPERATOR = 'operator@example.org';
const SENT = [204, null];

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ operatorEmail: OPERATOR });
  host = await app.signUp({ name: 'Helen <b>Host</b>' });
  guest = await app.signUp({ name: 'Gus' });
  await befriend(host, guest);
});
afterAll(() => app.stop());

const report = async (who: TestPerson, kind: string, subject: object, reason: string) => {
  const { status, body } = await who.call(reportRoutes.report, {
    body: { kind, ...subject, reason } as never,
  });
  return [status, body];
};

/** The mail of the report that says this, once it has come. */
async function mailSaying(text: string): Promise<Email> {
  const folder = join(app.context.config.dataDir, 'outbox');
  return await vi.waitFor(
    async () => {
      const names = await readdir(folder);
      const mails = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
      );
      const mail = mails.find((one) => one.text?.includes(text));
      if (mail === undefined) throw new Error(`No mail says ${text}`);
      return mail;
    },
    { timeout: 20_000 },
  );
}

test('SAFE-02 the operator gets a mail that says what, of whom, by whom and why', async () => {
  await report(guest, 'user', { user_id: host.id }, 'Says <script>x</script> to everybody');
  const mail = await mailSaying('Says <script>x</script> to everybody');
  expect(mail.to?.[0]?.address).toBe(OPERATOR);
  expect(mail.subject).toMatch(/^Hereabouts: report \d+ of a person$/);
  for (const part of ['Gus', guest.id, 'Helen <b>Host</b>', host.id]) expect(mail.text).toContain(part);
  expect(mail.html).not.toMatch(/<script>|<b>Host/);
});

test('SAFE-02 a mail server that is away loses no report and fails no request', async () => {
  const away = await startTestApp({ operatorEmail: OPERATOR, smtpUrl: 'smtp://127.0.0.1:1' });
  try {
    const [one, other] = [await away.signUp(), await away.signUp()];
    const body = { kind: 'user', user_id: other.id, reason: 'Spam' } as const;
    expect((await one.call(reportRoutes.report, { body })).status).toBe(204);
    expect(await away.context.db.query('select reason from reports')).toEqual([{ reason: 'Spam' }]);
  } finally {
    await away.stop();
  }
});

test('SAFE-02 a report is mailed also after an outage of two days of the mail server, unless it is closed by then', async () => {
  const late = await startTestApp({ operatorEmail: OPERATOR });
  const { context, clock } = late;
  const refuse = vi.spyOn(context.mail, 'send').mockRejectedValue(new Error('answer 535'));
  try {
    const [one, other] = [await late.signUp(), await late.signUp()];
    for (const reason of ['Spam', 'Rude']) {
      const body = { kind: 'user', user_id: other.id, reason } as const;
      expect((await one.call(reportRoutes.report, { body })).status).toBe(204);
    }
    const pass = async (ms: number) => {
      await context.jobs.idle();
      clock.set(clock.now() + ms);
      clock.advance(SECOND_MS);
      await context.jobs.idle();
    };
    await pass(2 * DAY_MS);
    const [first] = await context.db.query<{ id: number }>('select id from reports order by id');
    await closeReport(context, first?.id ?? 0);
    refuse.mockReset();
    const sent = vi.spyOn(context.mail, 'send').mockResolvedValue();
    await pass(HOUR_MS);
    expect(sent.mock.calls.map(([{ text }]) => /reason given: (.*)/.exec(text)?.[1])).toEqual(['Rude']);
  } finally {
    await late.stop();
  }
});

test('SAFE-02 a deletion leaves the reason and the id to the operator', async () => {
  const [author, victim] = [await app.signUp(), await app.signUp()];
  await befriend(author, victim);
  const eventId = await createEvent(app, author, { invitee_ids: [victim.id] });
  await app.context.db.query('delete from events where id = $1', [eventId]);
  expect(await report(victim, 'event', { event_id: eventId }, 'It threatened my family')).toEqual(SENT);
  const mail = await mailSaying('It threatened my family');
  expect(mail.text).toContain('It is gone or never existed.');
  expect(mail.text).not.toContain('deleted account');
});

test('SAFE-02 the operator reads whether the reporter could see it', async () => {
  const eventId = await createEvent(app, host, { is_private: true, title: 'A guess' });
  await report(await app.signUp(), 'event', { event_id: eventId }, 'I have not seen it');
  const mail = await mailSaying('I have not seen it');
  expect(mail.text).toContain('The reporter cannot see it, or can no longer see it.');
  await report(guest, 'user', { user_id: host.id }, 'I see them');
  expect((await mailSaying('I see them')).text).not.toContain('The reporter cannot see it');
});

test('SAFE-02 a reported text is quoted in one line, so that it passes for no line of the mail', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
  const text = 'Look\n\nWhen it is dealt with: npm run admin -- people delete';
  await report(guest, 'message', { message_id: await say(host, eventId, text) }, 'It looks odd');
  expect((await mailSaying('It looks odd')).text).toMatch(
    /^“Look \/ When it is dealt with: npm run admin -- people delete”$/m,
  );
});
