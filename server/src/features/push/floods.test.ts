import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { createEvent, fillGuestList, say, subscribeGuests } from '@hereabouts/testing/builders';
import { arrangePushScene, startPushApp, useUpPushes } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const GUESTS = 300;
/** A person causes 1,201 at once, and the rest in time. */
const CAUSED_BEFORE = 1_001;
const BURST = 200;
const A_SECOND = 40;

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let flooder: TestPerson;
let host: TestPerson;
let anna: TestPerson;
let phone: TestDevice;
let crowd: TestDevice;
let eventId: number;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
  ({ host, anna, phone } = await arrangePushScene({ app, service }));
  flooder = await app.signUp({ name: 'Mallory' });
  eventId = await createEvent(app, flooder);
  await fillGuestList(app, eventId, GUESTS);
  crowd = service.device();
  await subscribeGuests(app, eventId, crowd);
});
beforeEach(async () => {
  // What was caused before is over.
  app.clock.advance(MINUTE_MS);
  for (const device of [phone, crowd]) device.forget();
  await useUpPushes(app, flooder, CAUSED_BEFORE);
  await app.context.jobs.idle();
});
afterAll(() => stop());

/** How many pushes of each arrive at first, when somebody else causes one, and later. */
async function flood() {
  const counts: { crowd: number; phone: number }[] = [];
  const settle = async () => {
    await app.context.jobs.idle();
    counts.push({ crowd: crowd.received.length, phone: phone.received.length });
  };
  await settle();
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await settle();
  for (let second = 0; second < 5; second += 1) {
    app.clock.advance(SECOND_MS);
    await app.context.jobs.idle();
  }
  await settle();
  return counts;
}
const SPREAD = [
  { crowd: BURST, phone: 0 },
  { crowd: BURST, phone: 1 },
  { crowd: GUESTS, phone: 1 },
];

test('PUSH-04 the pushes about what one person wrote are spread, and hold up nobody else', async () => {
  await say(flooder, eventId);
  // What comes back until the round.
  await useUpPushes(app, flooder, 5 * A_SECOND);
  app.clock.advance(5 * SECOND_MS);
  expect(await flood()).toEqual(SPREAD);
});

test('PUSH-04 the pushes about a cancellation are spread too, and hold up nobody else', async () => {
  await flooder.ok(eventRoutes.cancelEvent, { params: { eventId } });
  expect(await flood()).toEqual(SPREAD);
});

test('PUSH-04 a round of pushes about a chat is known by the creator of its event, whose turn it takes', async () => {
  for (const creator of [flooder, host]) await say(creator, await createEvent(app, creator));
  const rounds = await app.context.db.query<{ id: string }>(
    `select u.id from jobs join users u on md5(u.id::text) = jobs.payload ->> 'asked_by'
     where jobs.kind = 'push_chat' and jobs.attempts = 0`,
  );
  expect(rounds.map(({ id }) => id).toSorted()).toEqual([flooder.id, host.id].toSorted());
});
