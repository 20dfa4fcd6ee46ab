import type { RouteDefinition } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import {
  startTestApp,
  type Answer,
  type Caller,
  type TestApp,
  type TestPerson,
} from '@hereabouts/testing/app';
import { tinyPng } from '@hereabouts/testing/pictures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Who may do what, for every route: each role is seen from the creator of an event. `friend` is the creator's friend and
 * not invited; `removed` was invited and taken off the list again; `pending` has asked the creator to be friends.
 */
const ROLES = [
  'anonymous',
  'stranger',
  'pending',
  'friend',
  'invited',
  'declined',
  'removed',
  'creator',
] as const;
type Role = (typeof ROLES)[number];
type Expected = Record<Role, number>;

type World = TestApp & { people: Record<Exclude<Role, 'anonymous'>, TestPerson> };
type Input = { params?: object; query?: object; body?: unknown };
/** One line of the matrix: what is asked for, made anew for each cell, and what each role gets. */
type Row = { about: string; arrange: (world: World, role: Role) => Promise<Input>; expected: Expected };

const HOUR_MS = 3_600_000;

const everyUser = (status: number): Expected => ({ ...everyone(status), anonymous: 401 });
const everyone = (status: number): Expected =>
  Object.fromEntries(ROLES.map((role) => [role, status])) as Expected;
const PRIVATE_EVENT: Expected = { ...everyUser(404), invited: 200, declined: 200, creator: 200 };

const at = (world: World, hours: number) => new Date(world.clock.now() + hours * HOUR_MS).toISOString();

function eventInput(world: World, isPrivate: boolean, inviteeIds: string[]) {
  return {
    title: 'Harbour swim',
    description: 'Bring a towel',
    image: null,
    location_name: 'Havre des Pas',
    location_address: 'St Helier',
    location_latitude: 49.176,
    location_longitude: -2.098,
    start_time: at(world, 1),
    end_time: at(world, 3),
    is_private: isPrivate,
    invitee_ids: inviteeIds,
  };
}

/** An event of the creator's with `invited`, `declined` and, for a moment, `removed` on its list. */
async function arrangeEvent(world: World, isPrivate: boolean): Promise<number> {
  const { creator, invited, declined, removed } = world.people;
  const stay = [invited.id, declined.id];
  const { id } = await creator.ok(routes.createEvent, {
    body: eventInput(world, isPrivate, [...stay, removed.id]),
  });
  const params = { eventId: id };
  const body = { ...eventInput(world, isPrivate, stay), keep_answers: true };
  await creator.ok(routes.updateEvent, { params, body });
  await declined.ok(routes.respondToInvite, { params, body: { status: 'declined' } });
  return id;
}

const onEvent =
  (isPrivate: boolean, rest: (world: World) => Omit<Input, 'params'> = () => ({})): Row['arrange'] =>
  async (world) => ({
    params: { eventId: await arrangeEvent(world, isPrivate) },
    ...rest(world),
  });

/** The row between the creator and `other`, made anew: asked for by `other`, accepted on demand. */
async function arrangeFriendship(world: World, other: TestPerson, accepted: boolean): Promise<string> {
  const { creator } = world.people;
  const { friendship_id: old } = await creator.ok(routes.getUser, { params: { userId: other.id } });
  if (old !== null) await creator.ok(routes.deleteFriendship, { params: { friendshipId: old } });
  const { id } = await other.ok(routes.sendFriendRequest, { body: { addressee_id: creator.id } });
  if (accepted) await creator.ok(routes.acceptFriendRequest, { params: { friendshipId: id } });
  return id;
}

const nothing: Row['arrange'] = async () => ({});

const matrix: Record<RouteName, Row[]> = {
  getSettings: [{ about: 'public settings', arrange: nothing, expected: everyone(200) }],
  getMe: [{ about: "one's own account", arrange: nothing, expected: everyUser(200) }],
  updateMe: [
    {
      about: "one's own privacy",
      arrange: async () => ({ body: { contact_visibility: 'everyone' } }),
      expected: everyUser(200),
    },
  ],
  getUser: [
    {
      about: 'any person',
      arrange: async (world) => ({ params: { userId: world.people.creator.id } }),
      expected: everyUser(200),
    },
  ],
  listContacts: [
    {
      about: "one's own contacts",
      arrange: async () => ({ query: { tab: 'friends' } }),
      expected: everyUser(200),
    },
  ],
  sendFriendRequest: [
    {
      about: 'to a newcomer',
      arrange: async (world) => ({ body: { addressee_id: (await world.signUp()).id } }),
      expected: everyUser(201),
    },
    {
      about: 'to oneself or to the creator where a row exists',
      arrange: async (world) => {
        await arrangeFriendship(world, world.people.pending, false);
        return { body: { addressee_id: world.people.pending.id } };
      },
      // A stranger's request to `pending` is new; the creator's meets the row in the other direction.
      expected: { ...everyUser(201), pending: 400, creator: 409 },
    },
  ],
  acceptFriendRequest: [
    {
      about: 'a request from `pending` to the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.pending, false) },
      }),
      expected: { ...everyUser(404), pending: 403, creator: 200 },
    },
  ],
  deleteFriendship: [
    {
      about: 'a request from `pending` to the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.pending, false) },
      }),
      expected: { ...everyUser(404), pending: 204, creator: 204 },
    },
    {
      about: 'the friendship of `friend` and the creator',
      arrange: async (world) => ({
        params: { friendshipId: await arrangeFriendship(world, world.people.friend, true) },
      }),
      expected: { ...everyUser(404), friend: 204, creator: 204 },
    },
  ],
  listHome: [{ about: "one's own list", arrange: nothing, expected: everyUser(200) }],
  getEvent: [
    { about: 'private', arrange: onEvent(true), expected: PRIVATE_EVENT },
    { about: 'public', arrange: onEvent(false), expected: everyUser(200) },
  ],
  createEvent: [
    {
      about: 'without guests',
      arrange: async (world) => ({ body: eventInput(world, true, []) }),
      expected: everyUser(201),
    },
    {
      about: 'inviting somebody who is no friend',
      arrange: async (world) => ({ body: eventInput(world, true, [world.people.stranger.id]) }),
      expected: everyUser(403),
    },
  ],
  updateEvent: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, (world) => ({
      body: { ...eventInput(world, isPrivate, [world.people.invited.id]), keep_answers: false },
    })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403 }
      : { ...everyUser(403), creator: 200 },
  })),
  listInvitable: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, () => ({ query: {} })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403 }
      : { ...everyUser(403), creator: 200 },
  })),
  inviteFriends: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, (world) => ({ body: { user_ids: [world.people.removed.id] } })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 201 }
      : { ...everyUser(403), creator: 201 },
  })),
  respondToInvite: [
    {
      about: 'private',
      arrange: onEvent(true, () => ({ body: { status: 'tentative' } })),
      expected: PRIVATE_EVENT,
    },
    {
      about: 'public',
      arrange: onEvent(false, () => ({ body: { status: 'tentative' } })),
      expected: { ...everyUser(403), invited: 200, declined: 200, creator: 200 },
    },
  ],
  createUpload: [
    { about: 'a picture', arrange: async () => ({ body: await tinyPng() }), expected: everyUser(201) },
  ],
  listUploads: [{ about: "one's own pictures", arrange: nothing, expected: everyUser(200) }],
};

let world: World;

beforeAll(async () => {
  const app = await startTestApp();
  const signed = ROLES.filter((role) => role !== 'anonymous');
  const people = {} as World['people'];
  for (const role of signed) people[role] = await app.signUp({ name: role, email: `${role}@example.org` });
  world = { ...app, people };
  for (const role of ['friend', 'invited', 'declined', 'removed'] as const) {
    await arrangeFriendship(world, people[role], true);
  }
  await arrangeFriendship(world, people.pending, false);
});
afterAll(() => world.stop());

const caller = (role: Role): Caller => (role === 'anonymous' ? world.anonymous : world.people[role]);
const loose = (role: Role) => caller(role).call as (route: RouteDefinition, input: Input) => Promise<Answer>;

for (const [name, rows] of Object.entries(matrix) as [RouteName, Row[]][]) {
  describe.each(rows)(`PERM-01 PERM-02 PERM-03 PERM-04 PERM-05 ${name}: $about`, ({ arrange, expected }) => {
    test.each(ROLES)('%s', async (role) => {
      const answer = await loose(role)(routes[name], await arrange(world, role));
      expect(answer.status).toBe(expected[role]);
      if (role === 'anonymous' && expected.anonymous === 401) {
        expect(answer.body.error.code).toBe('unauthenticated');
      }
    });
  });
}

test('every route of the contract has a row, and every row every role', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(routes).toSorted());
  for (const rows of Object.values(matrix)) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row.expected).toSorted()).toEqual([...ROLES].toSorted());
  }
});

/** Headers that tell the moment or the size of the answer's own id, not what was found. */
const comparable = (answer: Answer) => {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[name];
  return { ...answer, headers };
};

describe('PERM-05 a private event answers an outsider exactly as a missing one', () => {
  const eventRoutes = Object.keys(matrix).filter((name) =>
    routes[name as RouteName].path.includes('{eventId}'),
  ) as RouteName[];

  test.each(eventRoutes)('%s', async (name) => {
    const [row] = matrix[name];
    const input = await row!.arrange(world, 'stranger');
    const missing = { ...input, params: { eventId: 987_654_321 } };
    for (const role of ['stranger', 'removed'] as const) {
      const [hidden, absent] = [
        await loose(role)(routes[name], input),
        await loose(role)(routes[name], missing),
      ];
      expect(comparable(hidden)).toEqual(comparable(absent));
      expect(hidden.status).toBe(404);
    }
  });
});
