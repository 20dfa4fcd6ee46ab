import { MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, createPuppetEvent } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let mails: MailServer;
let app: TestApp;
let host: TestPerson;
let mallory: TestPerson;
let anna: TestPerson;
beforeAll(async () => {
  mails = await startMailServer();
  app = await startTestApp({ smtpUrl: mails.url, publicUrl: 'https://party.example' });
});
beforeEach(async () => {
  [host, mallory] = [await app.signUp({ name: 'Marie' }), await app.signUp({ name: 'Mallory' })];
  anna = await app.signUp({ name: 'Anna' });
  for (const friend of [host, mallory]) await befriend(anna, friend);
  await proveAddresses(app.context.db, anna.id);
});
afterAll(async () => {
  await app.stop();
  await mails.stop();
});

const collect = () => advance([app], 6 * MINUTE_MS, MINUTE_MS);
const news = async () => {
  const own = mails.received.filter(({ envelope }) => envelope.includes(anna.email));
  const texts = await Promise.all(own.map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''));
  return texts.filter((text) => text.includes('/unsubscribe/'));
};
/** An event of somebody whom Anna does not know, to which Mallory invites her as its co-host. */
const puppetEvent = (nth: number) => createPuppetEvent(app, mallory, anna, { title: `Puppet ${nth}` });
const cancel = (by: TestPerson, eventId: number) => by.ok(eventRoutes.cancelEvent, { params: { eventId } });

test('PUSH-06 SAFE-04 news of many hosts’ events to which one friend invites counts for that friend', async () => {
  const wedding = await createEvent(app, host, { title: 'Wedding', invitee_ids: [anna.id] });
  await answer(anna, wedding, 'accepted');
  const puppets = [];
  for (let nth = 1; nth <= 32; nth += 1) puppets.push(await puppetEvent(nth));
  await collect();
  // As if a hundred further invitations had displaced these.
  await app.context.db.query(`delete from notifications where kind = 'invited' and user_id = $1`, [anna.id]);
  await cancel(host, wedding);
  for (const { puppet, eventId } of puppets) await cancel(puppet, eventId);
  await collect();
  const [, last = ''] = await news();
  expect(last).toContain('“Wedding”: Marie cancelled this event');
  expect(last).toContain('And 3 more notifications in Hereabouts');
});

test('PUSH-06 SAFE-04 cancellations of events to which one friend invited cause two mails a day at most; that of an accepted event counts for its host', async () => {
  const puppets = [await puppetEvent(1), await puppetEvent(2), await puppetEvent(3), await puppetEvent(4)];
  const own = await puppetEvent(5);
  await answer(anna, own.eventId, 'accepted');
  await collect();
  expect(await news()).toHaveLength(1);
  for (const { puppet, eventId } of puppets) {
    await puppet.signInAgain();
    await cancel(puppet, eventId);
    await collect();
  }
  expect(await news()).toHaveLength(3);
  await own.puppet.signInAgain();
  await cancel(own.puppet, own.eventId);
  await collect();
  expect((await news())[3]).toContain('“Puppet 5”: ');
});
