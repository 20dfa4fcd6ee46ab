import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { chatRoutes } from '@hereabouts/contract/chat';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { pushRoutes } from '@hereabouts/contract/push';
import { TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, block, createEvent, say } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { readAll } from '@hereabouts/testing/notifications';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let anna: TestPerson;
let phone: TestDevice;
let eventId: number;
let messageId: string;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
afterAll(() => stop());
/** Anna's phone shows a message of a chat that she has never opened. */
beforeEach(async () => {
  ({ host, anna, phone } = await arrangePushScene({
    app,
    service,
    async prepare({ host, anna }) {
      eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
      await readAll(anna);
    },
  }));
  messageId = await say(host, eventId, 'Meet at Lindenstr. 4');
  await pass();
  if (phone.bodies().join() !== 'Marie: Meet at Lindenstr. 4') throw new Error('The push has not arrived');
});

const pass = () => advance([app], 40 * SECOND_MS, SECOND_MS);
const cleared = async () => (await anna.ok(pushRoutes.listShownNews)).read_chats;

test.each<[string, () => Promise<unknown>]>([
  [
    'the guest is removed',
    () => host.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: anna.id } }),
  ],
  [
    'the event is deleted with its host',
    () => host.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } }),
  ],
  ['the guest is not going', () => answer(anna, eventId, 'declined')],
  ['the host blocks the guest', () => block(host, anna)],
  [
    'its only message is deleted',
    () => host.ok(chatRoutes.removeMessage, { params: { eventId, messageId } }),
  ],
])('PUSH-03 PUSH-05 the notification of a chat may be cleared once %s', async (_name, lose) => {
  expect(await cleared()).toEqual([]);
  await lose();
  expect(await cleared()).toEqual([eventId]);
});

test('PUSH-05 the next push to a device clears the notification of a chat that the person has lost, and leaves others', async () => {
  const other = await createEvent(app, host, { invitee_ids: [anna.id] });
  await say(host, other, 'Elsewhere');
  await pass();
  await host.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: anna.id } });
  phone.forget();
  await say(host, other, 'Later');
  await pass();
  expect(phone.received.map(({ message }) => message.read_chats)).toEqual([[eventId]]);
});

test('PUSH-05 chats that were pushed to others say nothing about a person’s own', async () => {
  const ben = await app.signUp();
  await host.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: anna.id } });
  expect((await ben.ok(pushRoutes.listShownNews)).read_chats).toEqual([]);
});
