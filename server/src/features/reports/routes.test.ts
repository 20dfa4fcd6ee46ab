import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { REPORT_TEXTS, REPORT_REASON_MAX, reportRoutes } from '@hereabouts/contract/reports';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const OPERATOR = 'operator@example.org';
const NOT_FOUND = [404, { error: { code: 'not_found', message: 'Not found' } }];

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ operatorEmail: OPERATOR });
  host = await app.signUp({ name: 'Helen <b>Host</b>' });
  guest = await app.signUp({ name: 'Gus' });
  stranger = await app.signUp({ name: 'Stranger' });
  await befriend(host, guest);
});
afterAll(() => app.stop());

type Subject = { user_id?: string; event_id?: number; message_id?: string };
const report = async (who: TestPerson, kind: string, subject: Subject, reason = 'It is unkind') => {
  const { status, body } = await who.call(reportRoutes.report, {
    body: { kind, ...subject, reason } as never,
  });
  return [status, body];
};
const send = async (who: TestPerson, eventId: number, message: string) => {
  const id = randomUUID();
  await who.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id, message } });
  return id;
};
const stored = (reporter: TestPerson) =>
  app.context.db.query(
    'select kind, user_id, event_id, message_id, subject, reason, closed_at from reports where reporter_id = $1',
    [reporter.id],
  );

/** Waits for the mail of the report that says this. */
async function mailSaying(text: string) {
  return await expect
    .poll(
      async () => {
        const folder = join(app.context.config.dataDir, 'outbox');
        for (const name of await readdir(folder).catch(() => [])) {
          const mail = await PostalMime.parse(await readFile(join(folder, name)));
          if (mail.text?.includes(text)) return mail;
        }
        return null;
      },
      { timeout: 20_000 },
    )
    .not.toBeNull();
}

test('SAFE-02 PERM-01 visitors are asked to sign in', async () => {
  const body = { kind: 'user', user_id: host.id, reason: 'x' } as const;
  expect((await app.anonymous.call(reportRoutes.report, { body })).status).toBe(401);
});

describe('content invisible to the reporter cannot be reported', () => {
  test('SAFE-02 nobody, no event and no message', async () => {
    expect(await report(guest, 'user', { user_id: randomUUID() })).toEqual(NOT_FOUND);
    expect(await report(guest, 'event', { event_id: 987_654_321 })).toEqual(NOT_FOUND);
    expect(await report(guest, 'message', { message_id: randomUUID() })).toEqual(NOT_FOUND);
  });

  test('SAFE-02 PERM-05 a private event and its messages, without an invite', async () => {
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
    const messageId = await send(host, eventId, 'Only for us');
    expect(await report(stranger, 'event', { event_id: eventId })).toEqual(NOT_FOUND);
    expect(await report(stranger, 'message', { message_id: messageId })).toEqual(NOT_FOUND);
    expect(await report(guest, 'message', { message_id: messageId })).toEqual([204, null]);
  });

  test('SAFE-02 CHAT-11 a message of a public event, without access to its chat', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
    const messageId = await send(host, eventId, 'To the guests');
    expect(await report(stranger, 'event', { event_id: eventId })).toEqual([204, null]);
    expect(await report(stranger, 'message', { message_id: messageId })).toEqual(NOT_FOUND);
    await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'declined' } });
    expect(await report(guest, 'message', { message_id: messageId })).toEqual(NOT_FOUND);
  });

  test('SAFE-01 SAFE-02 a person who has blocked the reporter', async () => {
    const [blocker, blocked] = [await app.signUp(), await app.signUp()];
    for (const person of [blocker, blocked]) await befriend(host, person);
    const eventId = await createEvent(app, host, { invitee_ids: [blocker.id, blocked.id] });
    const messageId = await send(blocker, eventId, 'Not for everybody');
    await blocker.ok(blockRoutes.blockUser, { params: { userId: blocked.id } });
    expect(await report(blocked, 'user', { user_id: blocker.id })).toEqual(NOT_FOUND);
    expect(await report(blocked, 'message', { message_id: messageId })).toEqual(NOT_FOUND);
    expect(await report(host, 'message', { message_id: messageId })).toEqual([204, null]);
    expect(await stored(blocked)).toEqual([]);
  });
});

test.each([
  ['without a reason', { reason: '   ' }, REPORT_TEXTS.reasonMissing],
  [
    'with too long a reason',
    { reason: 'x'.repeat(REPORT_REASON_MAX + 1) },
    'Please use at most 1000 characters',
  ],
  ['of another kind', { kind: 'planet' }, 'Invalid input'],
])('SAFE-02 a report %s is refused', async (_, change, message) => {
  const body = { kind: 'user', user_id: host.id, reason: 'x', ...change } as never;
  const answer = await guest.call(reportRoutes.report, { body });
  expect([answer.status, answer.body.error.message]).toEqual([400, message]);
});

test('SAFE-02 nobody reports themselves, their own event or their own message', async () => {
  const eventId = await createEvent(app, host);
  const messageId = await send(host, eventId, 'Mine');
  for (const answer of [
    await report(host, 'user', { user_id: host.id }),
    await report(host, 'event', { event_id: eventId }),
    await report(host, 'message', { message_id: messageId }),
  ]) {
    expect(answer).toEqual([400, { error: { code: 'invalid', message: REPORT_TEXTS.self } }]);
  }
});

test('SAFE-02 a report keeps the words as they were', async () => {
  const reporter = await app.signUp();
  await befriend(reporter, host);
  const eventId = await createEvent(app, host, {
    title: 'Old title',
    description: 'Old words',
    invitee_ids: [reporter.id],
  });
  const messageId = await send(host, eventId, 'Rude words');
  await report(reporter, 'user', { user_id: host.id }, ' First ');
  await report(reporter, 'event', { event_id: eventId });
  await report(reporter, 'message', { message_id: messageId });
  await app.context.db.query('update events set title = $2 where id = $1', [eventId, 'New title']);
  await host.ok(userRoutes.updateMe, { body: { name: 'Nice Name' } });
  const of = { user_id: host.id, closed_at: null };
  expect(await stored(reporter)).toEqual([
    { ...of, kind: 'user', event_id: null, message_id: null, subject: 'Helen <b>Host</b>', reason: 'First' },
    {
      ...of,
      kind: 'event',
      event_id: eventId,
      message_id: null,
      subject: 'Old title\n\nOld words',
      reason: 'It is unkind',
    },
    {
      ...of,
      kind: 'message',
      event_id: eventId,
      message_id: messageId,
      subject: 'Rude words',
      reason: 'It is unkind',
    },
  ]);
  await host.ok(userRoutes.updateMe, { body: { name: 'Helen <b>Host</b>' } });
});

test('SAFE-02 the operator gets a mail that says what, of whom, by whom and why', async () => {
  await report(guest, 'user', { user_id: host.id }, 'Says <script>x</script> to everybody');
  await mailSaying('Says <script>x</script> to everybody');
  const folder = join(app.context.config.dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  const mail = mails.find(({ text }) => text?.includes('<script>'));
  expect(mail?.to?.[0]?.address).toBe(OPERATOR);
  expect(mail?.subject).toMatch(/^Hereabouts: report \d+ of a person$/);
  for (const part of ['Gus', guest.id, 'Helen <b>Host</b>', host.id]) expect(mail?.text).toContain(part);
  expect(mail?.html).not.toMatch(/<script>|<b>Host/);
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

test('SAFE-02 reports are limited like every other change', async () => {
  const limited = await startTestApp({ writesPerMinute: 3 });
  try {
    const [one, other] = [await limited.signUp(), await limited.signUp()];
    const body = { kind: 'user', user_id: other.id, reason: 'Spam' } as const;
    let n = 0;
    const report = () => one.call(reportRoutes.report, { body: { ...body, reason: `Spam ${(n += 1)}` } });
    for (let count = 0; count < 3; count += 1) expect((await report()).status).toBe(204);
    const refused = await report();
    expect(refused.status).toBe(429);
    // That limit counts by the real time.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  } finally {
    await limited.stop();
  }
});
