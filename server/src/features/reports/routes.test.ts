import { randomUUID } from 'node:crypto';
import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { eventRoutes } from '@hereabouts/contract/events';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { REPORT_TEXTS, REPORT_REASON_MAX, reportRoutes } from '@hereabouts/contract/reports';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, eventInput, say } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SENT = [204, null];

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Helen <b>Host</b>' });
  guest = await app.signUp({ name: 'Gus' });
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
const stored = (reporter: TestPerson) =>
  app.context.db.query(
    `select kind, user_id, event_id, message_id, subject, was_visible, reason, closed_at
     from reports where reporter_id = $1 order by id`,
    [reporter.id],
  );

const download = async (who: TestPerson) =>
  (await who.ok(accountDataRoutes.downloadData)) as { reports_made: Record<string, unknown>[] };

test('SAFE-02 PERM-01 visitors are asked to sign in', async () => {
  const body = { kind: 'user', user_id: host.id, reason: 'x' } as const;
  expect((await app.anonymous.call(reportRoutes.report, { body })).status).toBe(401);
});

describe('the answer tells nobody what there is', () => {
  test('SAFE-02 what does not exist is stored with the reason only, equal ones once', async () => {
    const reporter = await app.signUp();
    const [userId, messageId] = [randomUUID(), randomUUID()];
    expect(await report(reporter, 'user', { user_id: userId.toUpperCase() })).toEqual(SENT);
    expect(await report(reporter, 'event', { event_id: 987_654_321 })).toEqual(SENT);
    expect(await report(reporter, 'message', { message_id: messageId })).toEqual(SENT);
    expect(await report(reporter, 'message', { message_id: messageId })).toEqual(SENT);
    const of = { user_id: null, event_id: null, message_id: null, subject: null };
    expect(await stored(reporter)).toEqual(
      ['user', 'event', 'message'].map((kind) =>
        expect.objectContaining({ ...of, kind, was_visible: false, reason: 'It is unkind' }),
      ),
    );
  });

  test('SAFE-02 PERM-05 CHAT-11 a stranger reads nothing of a private event by reporting it', async () => {
    const reporter = await app.signUp();
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
    const messageId = await say(host, eventId, 'Only for us');
    expect(await report(reporter, 'event', { event_id: eventId })).toEqual(SENT);
    expect(await report(reporter, 'message', { message_id: messageId })).toEqual(SENT);
    expect(await report(reporter, 'message', { message_id: randomUUID() })).toEqual(SENT);
    const { reports_made: made } = await download(reporter);
    expect(made).toHaveLength(3);
    for (const row of made) {
      expect(row).toMatchObject({ subject: null, closed_at: null });
      // Reports are numbered over the whole instance.
      expect(row).not.toHaveProperty('id');
    }
  });

  test('SAFE-02 the daily limit counts what exists and what does not alike', async () => {
    const reporter = await app.signUp();
    const eventId = await createEvent(app, host, { is_private: true });
    for (let n = 0; n < 20; n += 1) {
      const of = n % 2 === 0 ? eventId : 1_000_000 + n;
      expect(await report(reporter, 'event', { event_id: of }, `Reason ${n}`)).toEqual(SENT);
    }
    for (const event_id of [eventId, 2_000_000]) {
      expect((await report(reporter, 'event', { event_id }, 'One more'))[0]).toBe(429);
    }
  });
});

describe('equal reports and one’s own content do not tell whether something is still there', () => {
  const gone = (eventId: number) => app.context.db.query('delete from events where id = $1', [eventId]);

  test('SAFE-01 SAFE-02 an equal report is merged before and after a deletion', async () => {
    const [author, reporter] = [await app.signUp(), await app.signUp()];
    const eventId = await createEvent(app, author, { is_private: true });
    for (let times = 0; times < 2; times += 1) {
      await report(reporter, 'event', { event_id: eventId });
      await report(reporter, 'user', { user_id: author.id });
      await gone(eventId);
      await app.context.db.query('delete from users where id = $1', [author.id]);
    }
    expect((await download(reporter)).reports_made).toHaveLength(2);
  });

  test('SAFE-02 a report of what the reporter sees changed is another one', async () => {
    const [author, reporter] = [await app.signUp(), await app.signUp()];
    const eventId = await createEvent(app, author);
    const texts = ['Rude', 'Rude', 'Worse'];
    for (const title of texts) {
      const body = { ...eventInput(app.clock, { title }), keep_answers: true };
      await author.ok(eventRoutes.updateEvent, { params: { eventId }, body });
      expect(await report(reporter, 'event', { event_id: eventId })).toEqual(SENT);
    }
    expect((await download(reporter)).reports_made).toHaveLength(2);
  });

  test('SAFE-01 SAFE-02 one’s own message of an event that one has lost', async () => {
    const [author, reporter] = [await app.signUp(), await app.signUp()];
    await befriend(author, reporter);
    const eventId = await createEvent(app, author, { is_private: true, invitee_ids: [reporter.id] });
    const message_id = await say(reporter, eventId, 'Mine');
    expect((await report(reporter, 'message', { message_id }))[0]).toBe(400);
    await author.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: reporter.id } });
    expect(await report(reporter, 'message', { message_id })).toEqual(SENT);
    await gone(eventId);
    expect(await report(reporter, 'message', { message_id })).toEqual(SENT);
    expect((await download(reporter)).reports_made).toHaveLength(1);
  });
});

/** Ways of the author, who is the host, to be out of the reporter's sight. */
const LOSSES: Record<
  string,
  (of: { author: TestPerson; victim: TestPerson; eventId: number }) => Promise<unknown>
> = {
  'blocks the reporter': ({ author, victim }) => block(author, victim),
  'is blocked by the reporter': ({ author, victim }) => block(victim, author),
  'takes the reporter off the list': ({ author, victim, eventId }) =>
    author.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: victim.id } }),
};

describe('no later action takes a person out of reach of reports', () => {
  test.each(Object.entries(LOSSES))('SAFE-01 SAFE-02 somebody who %s', async (_, lose) => {
    const [author, victim] = [await app.signUp({ name: 'Author' }), await app.signUp()];
    await befriend(author, victim);
    const eventId = await createEvent(app, author, {
      title: 'I will find you',
      description: 'Tonight',
      is_private: true,
      invitee_ids: [victim.id],
    });
    const messageId = await say(author, eventId, 'I know where you live');
    await lose({ author, victim, eventId });
    expect(await report(victim, 'user', { user_id: author.id })).toEqual(SENT);
    expect(await report(victim, 'event', { event_id: eventId })).toEqual(SENT);
    expect(await report(victim, 'message', { message_id: messageId })).toEqual(SENT);
    const of = { user_id: author.id };
    expect(await stored(victim)).toMatchObject([
      { ...of, subject: 'Author' },
      { ...of, event_id: eventId, subject: 'I will find you\n\nTonight', was_visible: false },
      { ...of, message_id: messageId, subject: 'I know where you live', was_visible: false },
    ]);
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
  const messageId = await say(host, eventId, 'Mine');
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
  const messageId = await say(host, eventId, 'Rude words');
  await report(reporter, 'user', { user_id: host.id }, ' First ');
  await report(reporter, 'event', { event_id: eventId });
  await report(reporter, 'message', { message_id: messageId });
  await app.context.db.query('update events set title = $2 where id = $1', [eventId, 'New title']);
  await host.ok(userRoutes.updateMe, { body: { name: 'Nice Name' } });
  const of = { user_id: host.id, was_visible: true, closed_at: null };
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
