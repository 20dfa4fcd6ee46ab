import { randomUUID } from 'node:crypto';
import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent, eventInput, makeOlder } from '@hereabouts/testing/builders';
import { running } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNewAccountsText } from '#server/rate-limits/new-accounts-text.ts';
import { createChatBudget } from '#server/rate-limits/chat-budget.ts';

const LONG = 'x'.repeat(4_000);
/** 4,100 characters each, 300,000 for a person and event. */
const LONG_PER_EVENT = 73;

let app: TestApp;
let host: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  host = await app.signUp();
  eventId = await createEvent(app, host, running(app));
});
afterAll(() => app.stop());

const send = (message: string, id: string = randomUUID()) =>
  host.call(chatRoutes.sendMessage, { params: { eventId }, body: { id, message } });
const countUntilRefused = async (take: () => Promise<boolean>): Promise<number> => {
  let count = 0;
  while (count < 1_000 && (await take())) count += 1;
  return count;
};
const useUp = () => countUntilRefused(async () => (await send(LONG)).status === 201);

test('a person who fills a chat is refused for a while there, and not elsewhere (S37)', async () => {
  expect(await useUp()).toBe(LONG_PER_EVENT);
  const refused = await send(LONG);
  const waitS = Number(refused.headers.get('retry-after'));
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(waitS).toBeGreaterThan(60);
  const full = eventId;
  eventId = await createEvent(app, host);
  expect((await send(LONG)).status).toBe(201);
  eventId = full;
  app.clock.advance(waitS * 1_000);
  await host.signInAgain();
  expect((await send(LONG)).status).toBe(201);
});

test('CHAT-09 beyond the budget a stored message is answered again, its id elsewhere a conflict (S37)', async () => {
  const id = randomUUID();
  // As long as what is refused by now: what is left of the budget does not hold it.
  const first = await send(LONG, id);
  await useUp();
  const again = await send(LONG, id);
  expect([again.status, again.body]).toEqual([201, first.body]);
  eventId = await createEvent(app, host);
  await useUp();
  expect((await send(LONG, id)).status).toBe(409);
});

test('messages that are not stored, or stored already, cost nothing (S37)', async () => {
  const id = randomUUID();
  for (let times = 0; times < LONG_PER_EVENT + 10; times += 1)
    expect((await send(LONG, id)).status).toBe(201);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  for (let times = 0; times < LONG_PER_EVENT + 10; times += 1) expect((await send(LONG)).status).toBe(409);
});

test('names of meeting points, which stand in the chat, count as well (S37)', async () => {
  await useUp();
  const body = { name: 'By the slipway', latitude: 49.1, longitude: -2.1, meet_at: null };
  const set = () => host.call(meetingPointRoutes.setMeetingPoint, { params: { eventId }, body });
  // What is left is less than a long message.
  const statuses = new Set<number>();
  for (let times = 0; times < 60; times += 1) statuses.add((await set()).status);
  expect([...statuses]).toEqual([200, 429]);
});

test('over all events there is one budget, for all processes together (S37)', async () => {
  const { sharedLimits } = app.context.auth;
  const { newAccountsText } = app.context;
  const processes = [0, 1].map(() => createChatBudget(sharedLimits, newAccountsText));
  let taken = 0;
  for (let at = 1; at <= 10; at += 1) {
    taken += await countUntilRefused(
      async () =>
        (await processes[at % 2]!.take({ userId: host.id, eventId: at, text: LONG, ip: '::1' })) === null,
    );
  }
  expect(taken).toBeGreaterThan(1_000_000 / 5_000);
  expect(taken).toBeLessThanOrEqual(1_000_000 / 4_100);
});

test('LIVE-10 new accounts of one network address share what they write in a day; an older one is not held up', async () => {
  const own = await startTestApp({ newAccounts: { pictureBytes: 1_000_000, textChars: 50_000 } });
  const write = async (person: TestPerson, id: number) =>
    await person.call(chatRoutes.sendMessage, {
      params: { eventId: id },
      body: { id: randomUUID(), message: LONG },
    });
  const old = await own.signUp();
  await makeOlder(own, old);
  const [first, second] = [await own.signUp(), await own.signUp()];
  const [ofOld, ofFirst, ofSecond] = [
    await createEvent(own, old),
    await createEvent(own, first),
    await createEvent(own, second),
  ];
  expect(await countUntilRefused(async () => (await write(first, ofFirst)).status === 201)).toBe(14);
  // The share of its own.
  expect(await countUntilRefused(async () => (await write(second, ofSecond)).status === 201)).toBe(2);
  const refused = await write(second, ofSecond);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect((await write(old, ofOld)).status).toBe(201);
  const form = { body: eventInput(own.clock, { description: LONG }) };
  expect((await second.call(eventRoutes.createEvent, form)).status).toBe(429);
  expect((await old.call(eventRoutes.createEvent, form)).status).toBe(201);
  own.clock.advance(Number(refused.headers.get('retry-after')) * 1_000);
  await second.signInAgain();
  expect((await write(second, ofSecond)).status).toBe(201);
  await own.stop();
});

test('LIVE-10 new accounts of a customer’s thousands of IPv6 addresses have ten times as much together', async () => {
  const isNew = async () => true;
  const text = createNewAccountsText(app.context.auth.sharedLimits, {
    chars: 10_000,
    isNew,
    clock: app.clock,
  });
  const ownShare = { userId: host.id, ip: '2001:db8:a:2::1', chars: 5_000 };
  expect([await text.take(ownShare), await text.take(ownShare)]).toEqual([null, null]);
  const take = (nth: number) =>
    text.take({ userId: host.id, ip: `2001:db8:9:${nth.toString(16)}::1`, chars: 5_000 });
  for (let nth = 1; nth <= 10; nth += 1) expect([await take(nth), await take(nth)]).toEqual([null, null]);
  expect(await take(11)).toMatchObject({ policy: 'text.new_accounts_network' });
  expect(await text.take({ userId: host.id, ip: '2001:db8:a:1::1', chars: 5_000 })).toBeNull();
});

test('LIVE-10 an event that is refused or stored already costs nothing, and its retry is never refused', async () => {
  const own = await startTestApp({ newAccounts: { pictureBytes: 1_000_000, textChars: 50_000 } });
  const person = await own.signUp();
  const create = (more: object) =>
    person.call(eventRoutes.createEvent, { body: { ...eventInput(own.clock), description: '', ...more } });
  const nobody = Array.from({ length: 100 }, () => randomUUID());
  for (let times = 0; times < 20; times += 1)
    expect((await create({ invitee_ids: nobody })).status).toBe(403);
  const key = randomUUID();
  const first = await create({ key });
  for (let times = 0; times < 60; times += 1) expect((await create({ key })).body).toEqual(first.body);
  await countUntilRefused(async () => (await create({})).status === 201);
  expect((await create({})).status).toBe(429);
  expect((await create({ key })).body).toEqual(first.body);
  await own.stop();
});
