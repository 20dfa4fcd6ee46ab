import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import type { Route } from '@hereabouts/contract/route';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { befriend, block, createEvent, eventInput as eventForm } from '@hereabouts/testing/builders';
import { startTestApp, type Answer, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import type { TestSocket } from '@hereabouts/testing/realtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MISSING_EVENT = 987_654_321;
const MISSING_USER = '00000000-0000-4000-8000-000000000000';
const MISSING_TOKEN = 'A'.repeat(22);

let app: TestApp;
let creator: TestPerson;
let blocked: TestPerson;
/** Of the creator's: one everybody can see, and one to which the blocked person was invited. */
let events: { public: number; private: number };
let ownEvent: number;
let friendshipId: string;
let messageId: string;
let tokens: { friend: string; event: string };
let socket: TestSocket;

beforeAll(async () => {
  app = await startTestApp();
  creator = await app.signUp({ name: 'Creator Unfindable' });
  blocked = await app.signUp({ name: 'Blocked' });
  friendshipId = await befriend(blocked, creator);
  events = {
    public: await createEvent(app, creator, { title: 'Unfindable party', invitee_ids: [blocked.id] }),
    private: await createEvent(app, creator, {
      title: 'Unfindable dinner',
      is_private: true,
      invitee_ids: [blocked.id],
    }),
  };
  await createEvent(app, creator, { title: 'Unfindable others', is_private: true });
  ownEvent = await createEvent(app, blocked);
  tokens = {
    friend: (await creator.ok(routes.createFriendLink)).token,
    event: (await creator.ok(routes.createEventLink, { params: { eventId: events.public } })).token,
  };
  messageId = randomUUID();
  const said = { params: { eventId: events.public }, body: { id: messageId, message: 'Unfindable words' } };
  await creator.ok(routes.sendMessage, said);
  await block(creator, blocked);
  socket = await app.connect(blocked);
});
afterAll(() => app.stop());

type Input = { params?: object; query?: object; body?: unknown };
const bodies: Partial<Record<RouteName, () => unknown>> = {
  sendFriendRequest: () => ({ addressee_id: creator.id }),
  createEvent: () => ({ ...eventForm(app.clock), invitee_ids: [creator.id] }),
  updateEvent: () => ({ ...eventForm(app.clock), keep_answers: true }),
  inviteFriends: () => ({ user_ids: [blocked.id] }),
  respondToInvite: () => ({ status: 'accepted' }),
  joinByLink: () => ({ status: 'accepted' }),
  sendMessage: () => ({ id: randomUUID(), message: 'Hello' }),
  announce: () => ({ id: randomUUID(), message: 'Hello' }),
  markChatRead: () => ({ seq: 1 }),
  setMeetingPoint: () => ({ name: 'Stage', latitude: 49.2, longitude: -2.1, meet_at: null }),
  setGuestsAllowed: () => ({ allowed: false }),
  muteChat: () => ({ for: 'hour' }),
  lightBeacon: () => ({ user_id: creator.id }),
};

const call = (name: RouteName, input: Input) =>
  (blocked.call as (route: Route, input: Input) => Promise<Answer>)(routes[name], input);

const comparable = (answer: Answer) => {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-request-id']) delete headers[name];
  return { ...answer, headers };
};

/** Whether a call about what the creator has is answered as one about what nobody has; the two answers where it is not. */
async function compare(name: RouteName, there: Input, missing: Input): Promise<unknown> {
  const [hidden, absent] = [comparable(await call(name, there)), comparable(await call(name, missing))];
  if (!isDeepStrictEqual(hidden, absent)) return { hidden, absent };
  return hidden.status === 404 ? 'both missing' : `both ${hidden.status}`;
}

const named = (placeholder: string) =>
  (Object.keys(routes) as RouteName[]).filter((name) => routes[name].path.includes(placeholder));

describe('SAFE-01 every route about an event of theirs answers a blocked person as a missing one', () => {
  test.each(named('{eventId}'))('%s', async (name) => {
    for (const eventId of [events.public, events.private]) {
      const body = bodies[name]?.();
      const rest = body === undefined ? {} : { body };
      expect(
        await compare(
          name,
          { params: { eventId, userId: creator.id, messageId }, ...rest },
          { params: { eventId: MISSING_EVENT, userId: creator.id, messageId }, ...rest },
        ),
      ).toBe('both missing');
    }
  });
});

describe('SAFE-01 every route about them answers a blocked person as for nobody', () => {
  // These say the same whoever is there.
  const answers: Partial<Record<RouteName, string>> = {
    blockUser: 'both 204',
    unblockUser: 'both 204',
    removeGuest: 'both 204',
    removeCoHost: 'both 204',
    // Nobody who is a guest.
    addCoHost: 'both 400',
  };
  test.each(named('{userId}'))('%s', async (name) => {
    const there = { params: { eventId: ownEvent, userId: creator.id } };
    const missing = { params: { eventId: ownEvent, userId: MISSING_USER } };
    expect(await compare(name, there, missing)).toBe(answers[name] ?? 'both missing');
  });

  test.each(named('{token}'))('%s', async (name) => {
    const token = routes[name].path.includes('/event-links/') ? tokens.event : tokens.friend;
    const body = bodies[name]?.();
    const rest = body === undefined ? {} : { body };
    expect(
      await compare(name, { params: { token }, ...rest }, { params: { token: MISSING_TOKEN }, ...rest }),
    ).toBe('both missing');
  });

  test.each(named('{friendshipId}'))('%s', async (name) => {
    expect(
      await compare(name, { params: { friendshipId } }, { params: { friendshipId: MISSING_USER } }),
    ).toBe('both missing');
  });

  test('sendFriendRequest', async () => {
    expect(
      await compare(
        'sendFriendRequest',
        { body: { addressee_id: creator.id } },
        { body: { addressee_id: MISSING_USER } },
      ),
    ).toBe('both missing');
  });

  test('createEvent refuses them as it refuses nobody', async () => {
    const invite = async (id: string) =>
      comparable(await call('createEvent', { body: { ...eventForm(app.clock), invitee_ids: [id] } }));
    expect(await invite(creator.id)).toEqual(await invite(MISSING_USER));
  });
});

test('SAFE-01 no list of a blocked person contains the blocker or their content', async () => {
  const queries: Partial<Record<RouteName, object[]>> = {
    listContacts: [
      ...['friends', 'pending', 'sent', 'discover'].map((tab) => ({ tab })),
      { tab: 'discover', search: 'Unfindable' },
      { tab: 'discover', search: 'un' },
      { tab: 'discover', search: creator.email },
    ],
  };
  const lists = (Object.keys(routes) as RouteName[]).filter(
    (name) =>
      routes[name].method === 'GET' && routes[name].access !== 'anyone' && !routes[name].path.includes('{'),
  );
  expect(lists.length).toBeGreaterThan(5);
  for (const name of lists) {
    for (const query of queries[name] ?? [{}]) {
      const answer = await call(name, { query });
      expect([name, answer.status]).toEqual([name, 200]);
      const text = JSON.stringify(answer.body);
      expect(text.includes(creator.id), name).toBe(false);
      expect(/unfindable/i.test(text), name).toBe(false);
    }
  }
});

describe('SAFE-01 every topic of theirs is missing for a blocked person', () => {
  const kinds = Object.keys(serverMessages).filter((kind) => !['any', 'connection', 'user'].includes(kind));
  const reason = (topic: string) =>
    socket.join(topic).then(
      () => 'joined',
      (error: Error) => error.message,
    );

  test.each(kinds)('%s', async (kind) => {
    for (const id of [events.public, events.private, MISSING_EVENT]) {
      expect(await reason(`${kind}:${id}`)).toBe('not_found');
    }
  });

  test('user', async () => {
    expect(await reason(`user:${creator.id}`)).toBe(await reason(`user:${MISSING_USER}`));
  });
});
