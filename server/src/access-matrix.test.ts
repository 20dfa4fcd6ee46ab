import { randomUUID } from 'node:crypto';
import { FLASH_PAUSE_MS } from '@hereabouts/contract/live';
import type { RouteDefinition } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import {
  arrangeEvent,
  arrangeFriendship,
  arrangeRunningEvent,
  createWorld,
  eventInput,
  everyone,
  everyUser,
  PRIVATE_EVENT,
  ROLES,
  type Expected,
  type Role,
  type World,
} from '@hereabouts/testing/access-world';
import type { Answer, TestPerson } from '@hereabouts/testing/app';
import { tinyPng } from '@hereabouts/testing/pictures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Input = { params?: object; query?: object; body?: unknown };
/** One line of the matrix: what is asked for, made anew for each cell, and what each role gets. */
type Row = { about: string; arrange: (world: World, role: Role) => Promise<Input>; expected: Expected };

const onEvent =
  (isPrivate: boolean, rest: (world: World) => Omit<Input, 'params'> = () => ({})): Row['arrange'] =>
  async (world) => ({
    params: { eventId: await arrangeEvent(world, isPrivate) },
    ...rest(world),
  });

const onRunningEvent =
  (isPrivate: boolean, rest: (world: World) => Omit<Input, 'params'> = () => ({})): Row['arrange'] =>
  async (world) => ({
    params: { eventId: await arrangeRunningEvent(world, isPrivate) },
    ...rest(world),
  });

/** Whoever takes part is answered with `status`, save for `others`; the rest of those who see the event are refused (LIVE-02). */
const liveRows = (
  status: number,
  rest: (world: World) => Omit<Input, 'params'> = () => ({}),
  others: Partial<Expected> = {},
): Row[] => [
  {
    about: 'private, running',
    arrange: onRunningEvent(true, rest),
    expected: { ...everyUser(404), declined: 403, invited: status, creator: status, ...others },
  },
  {
    about: 'public, running',
    arrange: onRunningEvent(false, rest),
    expected: { ...everyUser(403), invited: status, creator: status, ...others },
  },
];
const pin = () => ({
  body: { name: 'Left of the stage', latitude: 49.18, longitude: -2.1, meet_at: null },
});
const flashTo = (role: 'creator' | 'invited') => (world: World) => {
  world.clock.advance(FLASH_PAUSE_MS);
  return { body: { user_id: world.people[role].id } };
};
const pinOfCreator: Row['arrange'] = async (world) => {
  const params = { eventId: await arrangeRunningEvent(world, false) };
  await world.people.creator.ok(routes.setMeetingPoint, { params, ...pin() });
  return { params };
};

const nothing: Row['arrange'] = async () => ({});

const linkOf = async (owner: TestPerson) => ({
  params: { token: (await owner.ok(routes.createFriendLink)).token },
});
const linkOfNewcomer: Row['arrange'] = async (world) => linkOf(await world.signUp());
/** Others get a newcomer's link: befriending the creator would change who they are to the rows that follow. */
const linkOfCreator: Row['arrange'] = async (world, role) =>
  linkOf(role === 'creator' ? world.people.creator : await world.signUp());
const revokedLink: Row['arrange'] = async (world) => {
  const owner = await world.signUp();
  const link = await linkOf(owner);
  await owner.ok(routes.revokeFriendLink);
  return link;
};

/** Whoever may chat is answered with `status`; others who see the event learn why not (CHAT-11). */
const chatRows = (status: number, rest: () => Omit<Input, 'params'>): Row[] => [
  {
    about: 'private',
    arrange: onEvent(true, rest),
    expected: { ...everyUser(404), invited: status, declined: 403, creator: status },
  },
  {
    about: 'public',
    arrange: onEvent(false, rest),
    expected: { ...everyUser(403), invited: status, creator: status },
  },
];

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
  getFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(200) }],
  createFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(201) }],
  revokeFriendLink: [{ about: "one's own link", arrange: nothing, expected: everyUser(204) }],
  openFriendLink: [
    { about: "a newcomer's", arrange: linkOfNewcomer, expected: everyUser(200) },
    { about: 'revoked', arrange: revokedLink, expected: everyUser(404) },
  ],
  befriendByLink: [
    { about: "a newcomer's", arrange: linkOfNewcomer, expected: everyUser(200) },
    { about: "the creator's own", arrange: linkOfCreator, expected: { ...everyUser(200), creator: 400 } },
    { about: 'revoked', arrange: revokedLink, expected: everyUser(404) },
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
  cancelEvent: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 204 }
      : { ...everyUser(403), creator: 204 },
  })),
  listNotifications: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  markNotificationsRead: [
    { about: "one's own", arrange: async () => ({ body: { up_to_id: 0 } }), expected: everyUser(200) },
  ],
  listMessages: chatRows(200, () => ({ query: {} })),
  sendMessage: chatRows(201, () => ({ body: { id: randomUUID(), message: 'Who brings wood?' } })),
  markChatRead: chatRows(200, () => ({ body: { seq: 1 } })),
  getLive: [
    ...liveRows(200),
    {
      about: 'before the start and before an answer',
      arrange: onEvent(false),
      expected: { ...everyUser(403), creator: 200 },
    },
  ],
  listSharing: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  startSharing: [
    ...liveRows(200),
    { about: 'before the start', arrange: onEvent(false), expected: { ...everyUser(403), creator: 409 } },
  ],
  stopSharing: [
    {
      about: 'private, nothing shared',
      arrange: onRunningEvent(true),
      expected: { ...everyUser(404), invited: 204, declined: 204, creator: 204 },
    },
    { about: 'public, nothing shared', arrange: onRunningEvent(false), expected: everyUser(204) },
  ],
  setMeetingPoint: liveRows(200, pin),
  removeMeetingPoint: [
    ...liveRows(204),
    {
      about: "the creator's",
      arrange: pinOfCreator,
      expected: { ...everyUser(403), creator: 204 },
    },
  ],
  sendFlash: [
    ...liveRows(200, flashTo('creator'), { creator: 403 }),
    ...liveRows(200, flashTo('invited'), { invited: 403 }),
  ],
  listBlocks: [{ about: "one's own list", arrange: async () => ({ query: {} }), expected: everyUser(200) }],
  blockUser: [
    {
      about: 'a newcomer',
      arrange: async (world) => ({ params: { userId: (await world.signUp()).id } }),
      expected: everyUser(204),
    },
  ],
  unblockUser: [
    {
      about: 'somebody never blocked',
      arrange: async (world) => ({ params: { userId: (await world.signUp()).id } }),
      expected: everyUser(204),
    },
  ],
  report: [
    {
      about: 'a newcomer',
      arrange: async (world) => ({
        body: { kind: 'user', user_id: (await world.signUp()).id, reason: 'Spam' },
      }),
      expected: everyUser(204),
    },
    ...[true, false].map((isPrivate): Row => ({
      about: isPrivate ? 'a private event' : 'a public event',
      arrange: async (world) => ({
        body: { kind: 'event', event_id: await arrangeEvent(world, isPrivate), reason: 'Spam' },
      }),
      expected: isPrivate
        ? { ...everyUser(404), invited: 204, declined: 204, creator: 400 }
        : { ...everyUser(204), creator: 400 },
    })),
    ...[true, false].map((isPrivate): Row => ({
      about: `a message of ${isPrivate ? 'a private' : 'a public'} event`,
      arrange: async (world) => {
        const message_id = randomUUID();
        await world.people.creator.ok(routes.sendMessage, {
          params: { eventId: await arrangeEvent(world, isPrivate) },
          body: { id: message_id, message: 'Hello' },
        });
        return { body: { kind: 'message', message_id, reason: 'Spam' } };
      },
      expected: { ...everyUser(404), invited: 204, creator: 400 },
    })),
  ],
  downloadData: [{ about: "one's own data", arrange: nothing, expected: everyUser(200) }],
  // With the right password it is gone: features/account-data/deletion.test.ts.
  deleteAccount: [
    {
      about: "one's own, with a wrong password",
      arrange: async () => ({ body: { password: 'not the password' } }),
      expected: everyUser(403),
    },
  ],
  createUpload: [
    { about: 'a picture', arrange: async () => ({ body: await tinyPng() }), expected: everyUser(201) },
  ],
  listUploads: [{ about: "one's own pictures", arrange: nothing, expected: everyUser(200) }],
};

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const loose = (role: Role) =>
  world.caller(role).call as (route: RouteDefinition, input: Input) => Promise<Answer>;

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
