import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { anonymousOutcome, guestOn, putOnList } from '@hereabouts/testing/access-rows/anonymous';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import {
  arrangeEvent,
  arrangeEventAfter,
  arrangeRunningEvent,
  createWorld,
  eventInput,
  type World,
} from '@hereabouts/testing/access-world';
import type { Answer, TestGuest } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Guests without an account: on the list of the event that is asked about, and on none. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const ask = (guest: TestGuest, name: RouteName, input: Input) =>
  (guest.call as (route: Route, input: Input) => Promise<Answer>)(routes[name], input);

for (const [name, rows] of Object.entries(accessMatrix) as [RouteName, AccessRow[]][]) {
  test.each(rows)(`PERM-08 GUEST-05 ${name} without an account: $about`, async (row) => {
    for (const isListed of [true, false]) {
      const input = await row.arrange(world, 'stranger');
      const guest = await world.comeAsGuest();
      if (isListed) await putOnList(world, guest, input);
      const { status, body } = await ask(guest, name, input);
      const expected = anonymousOutcome(name, row, isListed);
      const where = isListed ? 'anonymous guest' : 'anonymous, no list';
      expect({ where, status }).toEqual({ where, status: expected.status });
      if (expected.code) expect({ where, code: body.error.code }).toEqual({ where, code: expected.code });
    }
  });
}

const GRANTED = { all: true, chat: true, live: true };
const kinds = [
  { about: 'private', arrange: () => arrangeEvent(world, true), guest: { ...GRANTED, live: false } },
  { about: 'public', arrange: () => arrangeEvent(world, false), guest: { ...GRANTED, live: false } },
  { about: 'private, running', arrange: () => arrangeRunningEvent(world, true), guest: GRANTED },
  { about: 'public, running', arrange: () => arrangeRunningEvent(world, false), guest: GRANTED },
  ...(['ended', 'cancelled'] as const).map((state) => ({
    about: `public, ${state}`,
    arrange: () => arrangeEventAfter(world, false, state),
    guest: { ...GRANTED, live: false },
  })),
  {
    about: 'public, removed',
    arrange: () => arrangeEventAfter(world, false, 'removed'),
    guest: { all: false, chat: false, live: false },
  },
];

describe('PERM-08 topics without an account', () => {
  const outcomes = async (guest: TestGuest, eventId: number) => {
    const socket = await world.connect(guest);
    const join = (topic: string) =>
      socket.join(topic).then(
        () => true,
        (error: Error) => (error.message === 'not_found' ? false : error.message),
      );
    return {
      all: await join(eventTopic(eventId)),
      chat: await join(chatTopic(eventId)),
      live: await join(liveTopic(eventId)),
      own: await join(userTopic(guest.id)),
      creator: await join(userTopic(world.people.creator.id)),
    };
  };

  test.each(kinds)('$about', async ({ arrange, guest: granted }) => {
    const eventId = await arrange();
    const [guest, outsider] = [await guestOn(world, eventId), await world.comeAsGuest()];
    const own = { own: true, creator: false };
    expect(await outcomes(guest, eventId)).toEqual({ ...granted, ...own });
    expect(await outcomes(outsider, eventId)).toEqual({ all: false, chat: false, live: false, ...own });
  });

  test('Not Going closes the chat and the live map, and being taken off the list everything, at once', async () => {
    const params = { eventId: await arrangeRunningEvent(world, true) };
    const guest = await guestOn(world, params.eventId);
    const socket = await world.connect(guest);
    for (const topicOf of [eventTopic, chatTopic, liveTopic]) await socket.join(topicOf(params.eventId));
    await guest.ok(routes.respondToInvite, { params, body: { status: 'declined' } });
    await socket.seen(chatTopic(params.eventId), 'access_lost');
    await socket.seen(liveTopic(params.eventId), 'access_lost');
    await world.people.creator.ok(routes.updateEvent, {
      params,
      body: { ...eventInput(world, true, [world.people.invited.id]), keep_answers: true },
    });
    await socket.seen(eventTopic(params.eventId), 'access_lost');
    expect((await guest.call(routes.getEvent, { params })).status).toBe(404);
  });
});

test('an invitation link puts a guest without an account on the list, and opens nothing else', async () => {
  const params = { eventId: await arrangeEvent(world, true) };
  const { token } = await world.people.creator.ok(routes.createEventLink, { params });
  const guest = await world.comeAsGuest('Zoe');
  await guest.ok(routes.openEventLink, { params: { token } });
  expect((await guest.call(routes.getEvent, { params })).status).toBe(404);
  await guest.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  const { events } = await guest.ok(routes.listHome);
  expect(events.map(({ id }) => id)).toEqual([params.eventId]);
  expect((await guest.ok(routes.getEvent, { params })).my_status).toBe('accepted');
  const { invites } = await world.people.creator.ok(routes.getEvent, { params });
  expect(invites.find(({ user }) => user.id === guest.id)?.user.is_anonymous).toBe(true);
  expect((await guest.call(routes.getEventLink, { params })).body.error.code).toBe('account_needed');
});

test('with the first address everything is open, in the same session', async () => {
  const params = { eventId: await arrangeEvent(world, false) };
  const guest = await world.comeAsGuest();
  expect((await guest.call(routes.getEvent, { params })).status).toBe(404);
  const answer = await fetch(`${world.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'converted@example.org', password: 'gorse-and-granite-49' }),
  });
  expect(answer.status).toBe(200);
  expect((await guest.call(routes.getEvent, { params })).status).toBe(200);
  expect((await guest.call(routes.listContacts, { query: { tab: 'discover' } })).status).toBe(200);
  expect((await world.people.stranger.call(routes.getUser, { params: { userId: guest.id } })).status).toBe(
    200,
  );
});
