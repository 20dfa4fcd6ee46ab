import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { chatTopic, liveTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, eventInput } from '@hereabouts/testing/builders';
import { kinds, read, readAll } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** One place besides the host's: Anna has it, Ben waits for it, then Cleo, who brings somebody. */

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let cleo: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
  [host, ben, cleo] = [await app.signUp({ name: 'Host' }), await app.signUp(), await app.signUp()];
  for (const person of [ben, cleo]) await befriend(host, person);
});
afterAll(() => app.stop());
beforeEach(async () => {
  anna = await app.signUp({ name: 'Anna' });
  await befriend(host, anna);
  eventId = await createEvent(app, host, {
    invitee_ids: [anna.id, ben.id, cleo.id],
    places: 2,
    bring_max: 2,
  });
  await answer(anna, { status: 'accepted' });
  for (const [person, brings] of [
    [ben, 0],
    [cleo, 1],
  ] as const) {
    app.clock.advance(1_000);
    await person.ok(routes.respondToInvite, { ...of(), body: { status: 'accepted', brings, wait: true } });
  }
});

type Wish = { status: 'accepted' | 'tentative' | 'declined'; brings?: number; wait?: boolean };
const of = (id = eventId) => ({ params: { eventId: id } });
const answer = (person: TestPerson, body: Wish) => person.call(routes.respondToInvite, { ...of(), body });
const detail = (person: TestPerson) => person.ok(routes.getEvent, of());
const mine = async (person: TestPerson) => {
  const { my_status, my_brings, my_place_in_queue } = await detail(person);
  return [my_status, my_brings, my_place_in_queue];
};
const edit = async (changes: Partial<EventInput>, keepAnswers = true) => {
  const { invites, start_time, end_time } = await detail(host);
  return host.ok(routes.updateEvent, {
    ...of(),
    body: {
      ...eventInput(app.clock, { invitee_ids: invites.map(({ user }) => user.id), start_time, end_time }),
      ...changes,
      keep_answers: keepAnswers,
    },
  });
};

test('HOST-01 HOST-04 HOST-08 who finds no place is told so, and waits where they like to, with an answer that stays pending', async () => {
  await answer(ben, { status: 'tentative' });
  const refused = await answer(ben, { status: 'accepted' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event_full']);
  expect(await mine(ben)).toEqual(['tentative', 0, null]);
  const { body } = await answer(ben, { status: 'accepted', wait: true });
  expect(body).toEqual({ status: 'pending', brings: 0, is_waiting: true });
  expect(await mine(ben)).toEqual(['pending', 0, 2]);
  expect(await mine(cleo)).toEqual(['pending', 1, 1]);
  const { going_count, other_counts, places, invites } = await detail(anna);
  expect([going_count, other_counts, places]).toEqual([
    2,
    { tentative: 0, declined: 0, pending: 0, waiting: 2 },
    2,
  ]);
  expect(invites.find(({ user }) => user.id === cleo.id)).toMatchObject({
    status: 'pending',
    brings: 1,
    is_waiting: true,
  });
  const { events } = await ben.ok(eventRoutes.listHome, { query: {} });
  expect(events.find(({ id }) => id === eventId)).toMatchObject({ my_status: 'pending', is_waiting: true });
});

test('PERM-08 HOST-08 who waits may chat and is no participant, also after having been one', async () => {
  const socket = await app.connect(ben);
  await socket.join(chatTopic(eventId));
  await expect(socket.join(liveTopic(eventId))).rejects.toThrow('not_found');
  await answer(ben, { status: 'tentative' });
  await socket.join(liveTopic(eventId));
  await answer(ben, { status: 'accepted', wait: true });
  await socket.seen(liveTopic(eventId), 'access_lost');
  await host.ok(routes.removeGuest, { params: { eventId, userId: anna.id } });
  await socket.join(liveTopic(eventId));
});

describe('HOST-04 whoever has waited longest moves up and is told, when', () => {
  const WAYS: Record<string, () => Promise<unknown>> = {
    'somebody answers otherwise': () => answer(anna, { status: 'tentative' }),
    'somebody declines': () => answer(anna, { status: 'declined' }),
    'the host does not come': () => answer(host, { status: 'declined' }),
    'a guest is removed': () => host.ok(routes.removeGuest, { params: { eventId, userId: anna.id } }),
    'a guest is un-invited': () => edit({ invitee_ids: [ben.id, cleo.id] }),
    'a guest is blocked': () => block(host, anna),
    'an account is deleted': () =>
      anna.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } }),
    'there is a place more': () => edit({ places: 3 }),
  };
  test.each(Object.keys(WAYS))('%s', async (way) => {
    const before = (await kinds(ben)).filter((kind) => kind === 'place_available').length;
    await WAYS[way]!();
    expect(await mine(ben)).toEqual(['accepted', 0, null]);
    expect(await mine(cleo)).toEqual(['pending', 1, 1]);
    expect((await kinds(ben)).filter((kind) => kind === 'place_available')).toHaveLength(before + 1);
    expect(await kinds(cleo)).not.toContain('place_available');
  });

  test('without a limit everybody does', async () => {
    await edit({ places: null });
    expect(await mine(cleo)).toEqual(['accepted', 1, null]);
    expect(await detail(host)).toMatchObject({ going_count: 5, places: null });
  });
});

test('HOST-04 NOTE-01 the creator hears of whoever gets a place, as of any Going, and not of themselves', async () => {
  const answersTold = async () => {
    const { notifications } = await read(host);
    return notifications.filter(({ kind, event }) => kind === 'rsvp_received' && event?.id === eventId)
      .length;
  };
  await readAll(host);
  const before = await answersTold();
  await host.ok(routes.removeGuest, { params: { eventId, userId: anna.id } });
  expect(await mine(ben)).toEqual(['accepted', 0, null]);
  expect(await answersTold()).toBe(before + 1);
  // One stands for all that are unread.
  await edit({ places: 4 });
  expect([(await mine(cleo))[0], await answersTold()]).toEqual(['accepted', before + 1]);

  await answer(host, { status: 'declined' });
  await edit({ places: 3 });
  await answer(host, { status: 'accepted', wait: true });
  await readAll(host);
  await edit({ places: 4 });
  expect([(await mine(host))[0], await answersTold()]).toEqual(['accepted', before + 1]);
});

test('HOST-04 a party that does not fit is passed over, and comes with fewer people at once', async () => {
  await answer(ben, { status: 'accepted', brings: 2, wait: true });
  // A larger party waits anew.
  expect([await mine(ben), await mine(cleo)]).toEqual([
    ['pending', 2, 2],
    ['pending', 1, 1],
  ]);
  await answer(anna, { status: 'declined' });
  expect((await detail(host)).going_count).toBe(1);
  expect((await answer(cleo, { status: 'accepted', brings: 0, wait: true })).body.is_waiting).toBe(false);
  expect((await detail(host)).going_count).toBe(2);
});

test('HOST-04 lowering the limit removes nobody, and nobody moves up while it is exceeded', async () => {
  await edit({ places: 1 });
  await answer(anna, { status: 'accepted' });
  expect((await detail(host)).going_count).toBe(2);
  await answer(anna, { status: 'declined' });
  expect([(await detail(host)).going_count, await mine(ben)]).toEqual([1, ['pending', 0, 1]]);
});

test('HOST-08 EVF-25 any other answer leaves the waiting list, and so does asking everyone again', async () => {
  await answer(ben, { status: 'declined' });
  expect([await mine(ben), await mine(cleo)]).toEqual([
    ['declined', 0, null],
    ['pending', 1, 1],
  ]);
  await edit({ title: 'Another' }, false);
  expect(await mine(cleo)).toEqual(['pending', 0, null]);
  expect(await kinds(cleo)).toContain('event_changed');
});

test('HOST-08 nobody moves up once the event is over', async () => {
  app.clock.advance(4 * HOUR_MS);
  for (const person of [host, ben, cleo]) await person.signInAgain();
  await host.ok(routes.removeGuest, { params: { eventId, userId: anna.id } });
  expect(await mine(ben)).toEqual(['pending', 0, 1]);
});

test('HOST-03 guests bring as many as the host lets them, and keep what was granted', async () => {
  await edit({ places: null });
  expect((await answer(anna, { status: 'accepted', brings: 3 })).status).toBe(400);
  await answer(anna, { status: 'accepted', brings: 2 });
  await edit({ bring_max: 0, places: 6 });
  await answer(anna, { status: 'accepted' });
  expect(await mine(anna)).toEqual(['accepted', 2, null]);
  expect((await answer(anna, { status: 'accepted', brings: 1 })).status).toBe(200);
  expect((await answer(anna, { status: 'accepted', brings: 2 })).status).toBe(400);
  await answer(anna, { status: 'tentative' });
  await answer(anna, { status: 'accepted' });
  expect(await mine(anna)).toEqual(['accepted', 0, null]);
});

test('HOST-03 HOST-04 who is going keeps the place when more people do not fit', async () => {
  const refused = await answer(anna, { status: 'accepted', brings: 1, wait: true });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event_full']);
  expect(await mine(anna)).toEqual(['accepted', 0, null]);
});

test('LINK-02 HOST-03 HOST-04 the link shows the places, and lets people wait for one', async () => {
  const { token } = await host.ok(routes.createEventLink, of());
  const [stranger, guest] = [await app.signUp(), await app.comeAsGuest()];
  const params = { token };
  expect(await app.anonymous.ok(routes.openEventLink, { params })).toMatchObject({
    going_count: 2,
    places: 2,
    bring_max: 2,
  });
  const refused = await stranger.call(routes.joinByLink, { params, body: { status: 'accepted', brings: 1 } });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event_full']);
  expect((await stranger.call(routes.getEvent, of())).body.is_guest).toBe(false);
  await stranger.ok(routes.joinByLink, { params, body: { status: 'accepted', brings: 1, wait: true } });
  expect(await mine(stranger)).toEqual(['pending', 1, 3]);
  await guest.ok(routes.joinByLink, { params, body: { status: 'accepted', wait: true } });
  expect((await guest.ok(routes.getEvent, of())).my_place_in_queue).toBe(4);
});

test('HOST-04 GUEST-04 a guest who brings their answers into an account that is going frees a place', async () => {
  await edit({ places: 3 });
  await answer(ben, { status: 'declined' });
  const { token } = await host.ok(routes.createEventLink, of());
  const guest = await app.comeAsGuest();
  await guest.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await answer(cleo, { status: 'accepted', brings: 0, wait: true });
  expect(await mine(cleo)).toEqual(['pending', 0, 1]);
  await anna.ok(routes.mergeGuest, { body: { guest_token: guest.token } });
  expect(await mine(cleo)).toEqual(['accepted', 0, null]);
});

test('HOST-04 EVF-11 an event without a place for anybody cannot be made', async () => {
  for (const places of [0, 1.5, 10_001]) {
    const { status, body } = await host.call(eventRoutes.createEvent, {
      body: eventInput(app.clock, { places }),
    });
    expect([status, body.error.message]).toEqual([400, 'The number of places must be between 1 and 10,000']);
  }
});

test('HOST-04 OPS-13 who is suspended does not move up, keeps nobody behind them waiting, and is next once reinstated', async () => {
  const [dora, erin] = [await app.signUp(), await app.signUp()];
  for (const person of [dora, erin]) await befriend(host, person);
  eventId = await createEvent(app, host, { invitee_ids: [anna.id, dora.id, erin.id], places: 2 });
  await answer(anna, { status: 'accepted' });
  for (const person of [dora, erin]) {
    app.clock.advance(1_000);
    await answer(person, { status: 'accepted', wait: true });
  }
  await app.context.auth.suspend(dora.id, async () => {});
  await answer(anna, { status: 'declined' });
  const statusOf = async (person: TestPerson) =>
    (await detail(host)).invites.find(({ user }) => user.id === person.id)?.status;
  await expect.poll(() => statusOf(erin)).toBe('accepted');
  expect(await statusOf(dora)).toBe('pending');
  await app.context.auth.reinstate(dora.id, async () => {});
  await answer(erin, { status: 'declined' });
  await expect.poll(() => statusOf(dora)).toBe('accepted');
});

test('HOST-04 OPS-13 who is reinstated gets a place that has stayed free meanwhile', async () => {
  const dora = await app.signUp();
  await befriend(host, dora);
  eventId = await createEvent(app, host, { invitee_ids: [anna.id, dora.id], places: 2 });
  await answer(anna, { status: 'accepted' });
  await answer(dora, { status: 'accepted', wait: true });
  await app.context.auth.suspend(dora.id, async () => {});
  await answer(anna, { status: 'declined' });
  const counts = async () => {
    const { going_count, other_counts } = await detail(host);
    return [going_count, other_counts?.waiting];
  };
  expect(await counts()).toEqual([1, 1]);
  await app.context.auth.reinstate(dora.id, async () => {});
  await app.context.jobs.idle();
  expect(await counts()).toEqual([2, 0]);
});

test('HOST-08 SAFE-01 OPS-13 the place in the queue counts nobody who is suspended or hidden by a block', async () => {
  const { token } = await host.ok(routes.createEventLink, of());
  const [dora, erin] = [await app.signUp(), await app.signUp()];
  for (const person of [dora, erin]) {
    app.clock.advance(1_000);
    await person.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted', wait: true } });
  }
  expect(await mine(erin)).toEqual(['pending', 0, 4]);
  await app.context.auth.suspend(dora.id, async () => {});
  expect(await mine(erin)).toEqual(['pending', 0, 3]);
  await block(ben, erin);
  expect(await mine(erin)).toEqual(['pending', 0, 2]);
  expect(await mine(ben)).toEqual(['pending', 0, 1]);
});
