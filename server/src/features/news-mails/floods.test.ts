import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import { sendReminders } from '#server/features/reminders/service.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let mails: MailServer;
let app: TestApp;
let host: TestPerson;
let flooder: TestPerson;
let anna: TestPerson;
beforeAll(async () => {
  mails = await startMailServer();
  app = await startTestApp({ smtpUrl: mails.url, publicUrl: 'https://party.example' });
});
beforeEach(async () => {
  [host, flooder] = [await app.signUp({ name: 'Marie' }), await app.signUp({ name: 'Mallory' })];
  anna = await app.signUp({ name: 'Anna' });
  for (const friend of [host, flooder]) await befriend(anna, friend);
  await proveAddresses(app.context.db, anna.id);
});
afterAll(async () => {
  await app.stop();
  await mails.stop();
});

const pass = (ms: number, work?: () => Promise<unknown>) => advance([app], ms, MINUTE_MS, work);
/** The notifications of each mail, a line each. */
async function news() {
  const own = mails.received.filter(({ envelope }) => envelope.includes(anna.email));
  const texts = (await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))).map(
    ({ text }) => text ?? '',
  );
  return texts
    .filter((text) => text.includes('/unsubscribe/'))
    .map((text) => text.slice(0, text.indexOf('\n\nOpen Hereabouts:')).split('\n\n'));
}
const invite = (by: TestPerson, title: string, inHours = 40) =>
  createEvent(app, by, {
    title,
    start_time: hoursFromNow(app.clock, inHours),
    end_time: hoursFromNow(app.clock, inHours + 1),
    invitee_ids: [anna.id],
  });
const inviteOften = async (count: number, by = flooder) => {
  const eventIds: number[] = [];
  for (let nth = 1; nth <= count; nth += 1) eventIds.push(await invite(by, `Flood ${nth}`));
  return eventIds;
};
const cancel = async (by: TestPerson, eventId: number) => {
  await by.signInAgain();
  await by.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await pass(6 * MINUTE_MS);
};
/** Each in a mail of its own. */
const inviteApart = async (by: TestPerson, count: number) => {
  for (let nth = 1; nth <= count; nth += 1) {
    await by.signInAgain();
    await invite(by, `${by.name} ${nth}`);
    await pass(6 * MINUTE_MS);
  }
};

test('PUSH-06 SAFE-04 a cancellation comes first; others’ news is listed beside a flood, and the rest counted', async () => {
  const eventId = await invite(host, 'Wedding');
  await invite(host, 'Party');
  await pass(6 * MINUTE_MS);
  await inviteOften(36);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await invite(host, 'Picnic');
  await inviteOften(4);
  await pass(6 * MINUTE_MS);
  const [, lines = [], ...more] = await news();
  expect(more).toEqual([]);
  expect(lines[0]).toBe('“Wedding”: Marie cancelled this event');
  expect(lines.at(-1)).toBe('And 12 more notifications in Hereabouts');
  const listed = lines.slice(1, -1).map((line) => line.replace(/^“(.*)”:.*/, '$1'));
  expect(listed).toHaveLength(29);
  expect(listed.slice(-6)).toEqual(['Flood 36', 'Picnic', 'Flood 1', 'Flood 2', 'Flood 3', 'Flood 4']);
  await invite(host, 'Later');
  await pass(6 * MINUTE_MS);
  expect((await news())[2]).toEqual([expect.stringMatching(/^“Later”: /)]);
});

test('PUSH-06 everybody has a line before anybody has a second, beside any number of cancellations', async () => {
  const flooders = [flooder, await app.signUp({ name: 'Mary' }), await app.signUp({ name: 'Max' })];
  for (const one of flooders.slice(1)) await befriend(anna, one);
  const floods = await Promise.all(flooders.map((one) => inviteOften(10, one)));
  await pass(6 * MINUTE_MS);
  await invite(host, 'Wedding');
  for (const [at, one] of flooders.entries()) {
    for (const eventId of floods[at]!) await one.ok(eventRoutes.cancelEvent, { params: { eventId } });
  }
  await pass(6 * MINUTE_MS);
  const [, lines = []] = await news();
  expect(lines).toHaveLength(31);
  expect(lines.at(-2)).toMatch(/^“Wedding”: Marie invited you/);
  expect(lines.at(-1)).toBe('And 1 more notification in Hereabouts');
});

test('PUSH-06 one person causes four of the ten mails of a day; what waits is in the next one that others cause', async () => {
  await inviteApart(flooder, 6);
  expect(await news()).toHaveLength(4);
  await inviteApart(host, 1);
  const [next = [], ...more] = (await news()).slice(4);
  expect(next.map((line) => line.replace(/^“(.*)”:.*/, '$1'))).toEqual(['Mallory 5', 'Mallory 6', 'Marie 1']);
  await inviteApart(flooder, 1);
  app.clock.advance(DAY_MS - 60 * MINUTE_MS);
  await pass(20 * MINUTE_MS);
  expect(more).toEqual([]);
  expect((await news()).slice(5)).toEqual([[expect.stringMatching(/^“Mallory 1”: /)]]);
});

test('PUSH-06 news stored in a job alone, as by earlier releases, is not lost while it waits', async () => {
  await inviteApart(flooder, 4);
  await invite(flooder, 'Fifth');
  await app.context.db.query('delete from news_to_mail');
  app.clock.advance(DAY_MS - 35 * MINUTE_MS);
  await pass(20 * MINUTE_MS);
  expect((await news()).slice(4)).toEqual([[expect.stringMatching(/^“Fifth”: /)]]);
});

test('PUSH-06 SAFE-04 three of ten mails are for cancellations, two of these of one person', async () => {
  const eventId = await invite(host, 'Wedding');
  const floods = await inviteOften(4);
  await pass(6 * MINUTE_MS);
  const other = await app.signUp({ name: 'Ben' });
  await befriend(anna, other);
  await inviteApart(flooder, 4);
  await inviteApart(other, 4);
  expect(await news()).toHaveLength(7);
  for (const flood of floods) await cancel(flooder, flood);
  expect(await news()).toHaveLength(9);
  await cancel(host, eventId);
  const [last = [], ...more] = (await news()).slice(9);
  expect(more).toEqual([]);
  expect(last.slice(0, 3)).toEqual([
    '“Flood 3”: Mallory cancelled this event',
    '“Flood 4”: Mallory cancelled this event',
    '“Wedding”: Marie cancelled this event',
  ]);
});

test('PUSH-06 REM-01 reminders, which nobody causes, count for the host of their event', async () => {
  for (let nth = 1; nth <= 6; nth += 1) await invite(flooder, `Flood ${nth}`, 48 + nth / 5);
  await invite(host, 'Wedding', 50);
  await pass(6 * MINUTE_MS);
  await pass(100 * MINUTE_MS, () => sendReminders(app.context));
  const told = await news();
  expect(told).toHaveLength(4);
  expect(told[3]).toEqual([expect.stringMatching(/^“Flood 3”: Are you coming\?/)]);
  await pass(30 * MINUTE_MS, () => sendReminders(app.context));
  expect((await news())[4]).toContainEqual(expect.stringMatching(/^“Wedding”: Are you coming\?/));
});

test('PUSH-06 SAFE-03 an event deleted with its host’s account is mailed like a cancellation', async () => {
  const eventId = await invite(host, 'Wedding');
  await answer(anna, eventId, 'accepted');
  await pass(6 * MINUTE_MS);
  await host.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
  await pass(6 * MINUTE_MS);
  expect((await news()).at(-1)?.[0]).toMatch(
    /^“Wedding”: This event, .+ at .+, has been cancelled: its host’s account was deleted\.$/,
  );
});

test('PUSH-02 PUSH-06 what came in quiet hours is mailed when they end, whatever comes then', async () => {
  const eventId = await invite(host, 'Wedding');
  await pass(6 * MINUTE_MS);
  await answer(anna, eventId, 'accepted');
  const { settings } = await anna.ok(pushRoutes.getPush);
  const minute = Math.floor(app.clock.now() / MINUTE_MS) % (24 * 60);
  const quiet = { from: minute, until: (minute + 60) % (24 * 60) };
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: { ...settings, quiet } });
  await cancel(host, eventId);
  for (let nth = 0; nth < 20; nth += 1) {
    await flooder.signInAgain();
    await invite(flooder, `Flood ${nth}`);
    await pass(3 * MINUTE_MS);
    if (nth === 15) expect(await news()).toHaveLength(1);
  }
  expect((await news())[1]?.[0]).toBe('“Wedding”: Marie cancelled this event');
});

test('PUSH-02 PUSH-06 what waits for the end of quiet hours is mailed once they are turned off', async () => {
  const { settings } = await anna.ok(pushRoutes.getPush);
  const minute = Math.floor(app.clock.now() / MINUTE_MS) % (24 * 60);
  const quiet = { from: minute, until: (minute + 60) % (24 * 60) };
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: { ...settings, quiet } });
  await invite(host, 'Wedding');
  await pass(10 * MINUTE_MS);
  expect(await news()).toEqual([]);
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: settings });
  await app.context.jobs.idle();
  expect(await news()).toHaveLength(1);
});
