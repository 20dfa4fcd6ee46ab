import { randomUUID } from 'node:crypto';
import { announcementRoutes } from '@hereabouts/contract/announcements';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { newsMailRoutes } from '@hereabouts/contract/news-mails';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { startPushService, type TestPushService } from '@hereabouts/testing/push-service';
import { enableSecondStep, proveAddresses } from '@hereabouts/testing/second-step';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let mails: MailServer;
let service: TestPushService;
let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startPushService();
  app = await startTestApp(
    { smtpUrl: mails.url, publicUrl: 'https://party.example' },
    { pushNetwork: service.network },
  );
});
beforeEach(async () => {
  [host, anna] = [await app.signUp({ name: 'Marie' }), await app.signUp({ name: 'Anna' })];
  await befriend(anna, host);
  await proveAddresses(app.context.db, anna.id);
});
afterAll(async () => {
  await app.stop();
  await service.stop();
  await mails.stop();
});

const pass = (ms: number) => advance([app], ms, MINUTE_MS);
const received = async (person = anna) =>
  await Promise.all(
    mails.received
      .filter(({ envelope }) => envelope.includes(person.email))
      .map(({ raw }) => PostalMime.parse(raw)),
  );
const news = async (person = anna) =>
  (await received(person)).filter(({ text }) => text?.includes('/unsubscribe/'));
const invite = (changes: object = {}, by = host) =>
  createEvent(app, by, {
    start_time: hoursFromNow(app.clock, 40),
    end_time: hoursFromNow(app.clock, 41),
    invitee_ids: [anna.id],
    ...changes,
  });

test('PUSH-06 what comes within five minutes is one mail, with the header of a one-click unsubscription', async () => {
  const eventId = await invite({ title: 'One' });
  await pass(3 * MINUTE_MS);
  await invite({ title: 'Two' });
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await pass(10 * MINUTE_MS);
  const [mail, ...more] = await news();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Hereabouts: 2 notifications');
  expect(mail?.text).toMatch(/“One”: Marie cancelled this event\n\n“Two”: Marie invited you: /);
  const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value;
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/party\.example\/unsubscribe\/[\w-]{43}>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await pass(HOUR_MS);
  expect(await news()).toHaveLength(1);
});

test('PUSH-06 news that come while a mail is sent have a mail of their own, which no system takes for a repetition', async () => {
  const eventId = await invite({ title: 'One' });
  const { mail } = app.context;
  const send = mail.send.bind(mail);
  vi.spyOn(mail, 'send').mockImplementationOnce(async (...args) => {
    await send(...args);
    await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  });
  await pass(2 * HOUR_MS);
  vi.restoreAllMocks();
  const sent = await news();
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^“One”: Marie invited you/),
    expect.stringMatching(/^“One”: Marie cancelled this event/),
  ]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
});

test('PUSH-06 no mail to people with a push device or without a proved address, and none about what was read', async () => {
  const ben = await app.signUp({ name: 'Ben' });
  await befriend(ben, host);
  await service.device().subscribe(anna);
  await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  await pass(10 * MINUTE_MS);
  await anna.ok(pushRoutes.unsubscribeFromPush);
  await invite({ title: 'Read' });
  await app.context.db.query('update notifications set read_at = now()');
  await pass(10 * MINUTE_MS);
  expect([await news(), await news(ben)]).toEqual([[], []]);
});

test('PUSH-06 an invitation that was answered before its mail is not mailed', async () => {
  const eventId = await invite();
  await pass(MINUTE_MS);
  await answer(anna, eventId, 'accepted');
  await pass(10 * MINUTE_MS);
  expect(await news()).toEqual([]);
});

test('PUSH-06 a push to a device that is gone comes by e-mail', async () => {
  const phone = service.device();
  await phone.subscribe(anna);
  phone.answer({ status: 410 });
  await invite({ title: 'Gone' });
  await pass(6 * MINUTE_MS);
  expect(phone.received).toHaveLength(1);
  expect((await news()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^“Gone”: Marie invited you/),
  ]);
});

test('PUSH-06 a push to a device that is gone is not lost with the process that is about to plan its mail', async () => {
  const phone = service.device();
  await phone.subscribe(anna);
  phone.answer({ status: 410 });
  const { jobs } = app.context;
  const { enqueueMany } = jobs;
  let failures = 0;
  vi.spyOn(jobs, 'enqueueMany').mockImplementation(async (tx, kind, asked) => {
    if (kind.name === 'news_mail' && (failures += 1) === 1) throw new Error('As if it died');
    return await enqueueMany(tx, kind, asked);
  });
  await invite({ title: 'Gone' });
  await pass(10 * MINUTE_MS);
  vi.restoreAllMocks();
  expect(failures).toBeGreaterThan(1);
  expect(await news()).toHaveLength(1);
});

test('PUSH-06 a push waiting for the only device is mailed when its subscription ends', async () => {
  const [phone, laptop] = [service.device(), service.device()];
  const elsewhere = await anna.signInElsewhere();
  await phone.subscribe(anna);
  await laptop.subscribe(elsewhere);
  for (const device of [phone, laptop]) device.answer({ status: 503, retryAfter: '3600' });
  await invite({ title: 'Waiting' });
  await pass(MINUTE_MS);
  expect([phone.received.length, laptop.received.length]).toEqual([1, 1]);
  await anna.ok(pushRoutes.unsubscribeFromPush);
  await pass(6 * MINUTE_MS);
  expect(await news()).toEqual([]);
  await elsewhere.ok(pushRoutes.unsubscribeFromPush);
  await pass(6 * MINUTE_MS);
  expect((await news()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^“Waiting”: Marie invited you/),
  ]);
});

test('PUSH-06 MFA-03 what is not pushed to a device whose session lacks its second step comes by e-mail', async () => {
  const phone = service.device();
  await phone.subscribe(anna);
  await enableSecondStep(app, anna.token);
  await app.context.db.query(`update auth.sessions set aal = 'aal1' where user_id = $1`, [anna.id]);
  await invite({ title: 'Half-way' });
  await pass(6 * MINUTE_MS);
  expect(phone.received).toEqual([]);
  expect((await news()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^“Half-way”: Marie invited you/),
  ]);
});

test.each([401, 403])(
  'PUSH-06 a push refused for this server’s key comes by e-mail, until the browser subscribes again (%i)',
  async (status) => {
    const [phone, laptop] = [service.device(), service.device()];
    await phone.subscribe(anna);
    phone.answer({ status });
    await invite({ title: 'Refused' });
    await pass(6 * MINUTE_MS);
    expect(phone.received).toHaveLength(1);
    expect((await news()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^“Refused”: Marie invited you/),
    ]);
    // Another device takes it.
    await laptop.subscribe(await anna.signInElsewhere());
    await invite({ title: 'Taken' });
    await pass(6 * MINUTE_MS);
    expect([phone.received.length, laptop.received.length]).toEqual([2, 1]);
    expect(await news()).toHaveLength(1);
    await phone.subscribe(anna);
    const refused = await app.context.db.query(
      'select from push_subscriptions where user_id = $1 and refused_at is not null',
      [anna.id],
    );
    expect(refused).toEqual([]);
  },
);

test('PUSH-06 a title cannot pass for a message of the product: it is quoted and cut, and no address in it is a link', async () => {
  const title =
    'Your Hereabouts account ends today. Confirm it: https://evil.example/confirm, or write to us@evil.example';
  await invite({ title });
  await pass(6 * MINUTE_MS);
  const [mail] = await news();
  expect(mail?.subject).toMatch(/^“Your Hereabouts account ends today. Confirm it: https:\S+…”: Marie/);
  expect(mail?.text).not.toMatch(/evil\.example|https:\/\/evil/);
  expect(mail?.text).toMatch(/invited you: on \w+ \d+ \w+ at \d\d:\d\d/);
});

test('PUSH-06 at most ten a day; the rest comes together when the day is over', async () => {
  const others = [host, await app.signUp({ name: 'Ben' }), await app.signUp({ name: 'Cat' })];
  for (const other of others.slice(1)) await befriend(anna, other);
  const byTurns = async (count: number, act: (other: TestPerson, nth: number) => Promise<unknown>) => {
    for (let nth = 0; nth < count; nth += 1) {
      const other = others[nth % others.length]!;
      await other.signInAgain();
      await act(other, nth);
      await pass(6 * MINUTE_MS);
    }
  };
  const eventIds: number[] = [];
  await byTurns(9, async (other, nth) => eventIds.push(await invite({ title: `Event ${nth + 1}` }, other)));
  expect(await news()).toHaveLength(7);
  await byTurns(5, (other, nth) =>
    other.ok(eventRoutes.cancelEvent, { params: { eventId: eventIds[nth] ?? 0 } }),
  );
  expect(await news()).toHaveLength(10);
  app.clock.advance(DAY_MS - 90 * MINUTE_MS);
  await pass(20 * MINUTE_MS);
  const [last] = (await news()).slice(10);
  expect(last?.subject).toBe('Hereabouts: 2 notifications');
  expect(last?.text).toMatch(/^“Event 4”: Marie cancelled .*\n\n“Event 5”: Ben cancelled /m);
});

test('PUSH-06 the link of a mail turns them off by a press, and by the one click of a mail program', async () => {
  const link = async () => {
    await invite();
    await pass(6 * MINUTE_MS);
    return /https:\/\/party\.example(\/unsubscribe\/([\w-]+))/.exec((await news()).at(-1)?.text ?? '');
  };
  const [, path = '', token = ''] = (await link()) ?? [];
  const settings = async () => {
    await anna.signInAgain();
    return (await anna.ok(pushRoutes.getPush)).settings;
  };
  await fetch(`${app.url}${path}`);
  expect((await settings()).by_mail).toBe(true);
  await app.anonymous.ok(newsMailRoutes.stopNewsMails, { params: { token } });
  expect((await settings()).by_mail).toBe(false);
  await host.signInAgain();
  await invite();
  await pass(10 * MINUTE_MS);
  expect(await news()).toHaveLength(1);
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, {
    body: { ...(await settings()), by_mail: true },
  });
  const version = () =>
    app.context.db.query('select ctid, xmin, xmax from notification_settings where user_id = $1', [anna.id]);
  const stored = [await version()];
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const body = 'List-Unsubscribe=One-Click';
    const post = (to: string) =>
      fetch(`${app.url}${to}`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post(path)).status).toBe(200);
    stored.push(await version());
    expect((await post(path.replace(/.$/, '!'))).status).toBe(404);
    expect((await post(`${path}a`)).status).toBe(404);
  }
  expect((await settings()).by_mail).toBe(false);
  const [on, first, again] = stored;
  expect(first).not.toEqual(on);
  expect(again, 'nothing is written where they are off').toEqual(first);
});

test('HOST-05 PUSH-06 news of an announcement say what was announced, while it is up', async () => {
  const params = { eventId: await invite() };
  await pass(10 * MINUTE_MS);
  await host.signInAgain();
  const announce = (message: string) =>
    host.ok(announcementRoutes.announce, { params, body: { id: randomUUID(), message } });
  await announce('We meet at the slip,\nan hour later');
  await pass(10 * MINUTE_MS);
  expect((await news()).at(-1)?.text).toContain('Marie announced: We meet at the slip, an hour later');
  await host.signInAgain();
  await announce('The wrong slip');
  await host.ok(announcementRoutes.takeDownAnnouncement, { params });
  await pass(10 * MINUTE_MS);
  expect((await news()).at(-1)?.text).toContain('Marie made an announcement');
});

test('HOST-05 PUSH-06 news of two hosts’ announcements say what each announced, until it is taken down', async () => {
  const ben = await app.signUp({ name: 'Ben' });
  await befriend(ben, host);
  const params = { eventId: await invite({ invitee_ids: [anna.id, ben.id] }) };
  await host.ok(coHostRoutes.addCoHost, { params: { ...params, userId: ben.id } });
  await pass(10 * MINUTE_MS);
  const announce = async (who: TestPerson, message: string) => {
    await who.signInAgain();
    await who.ok(announcementRoutes.announce, { params, body: { id: randomUUID(), message } });
    await pass(MINUTE_MS);
  };
  await announce(host, 'The gate is in the north');
  await announce(ben, 'Bring cash');
  await pass(10 * MINUTE_MS);
  expect((await news()).at(-1)?.text).toMatch(
    /Marie announced: The gate is in the north\n\n.*Ben announced: Bring cash/,
  );
  await announce(host, 'The wrong gate');
  await announce(ben, 'The wrong sum');
  await host.ok(announcementRoutes.takeDownAnnouncement, { params });
  await pass(10 * MINUTE_MS);
  expect((await news()).at(-1)?.text).toMatch(/Marie made an announcement\n\n.*Ben made an announcement/);
});
