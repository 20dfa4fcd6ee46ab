import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { routes } from '@hereabouts/contract/routes';
import {
  arrangeEvent,
  arrangeEventAfter,
  arrangeRunningEvent,
  createWorld,
  eventInput,
  everyone,
  FURTHER_ROLES,
  OVER,
  ROLES,
  type Expected,
  type Over,
  type World,
} from '@hereabouts/testing/access-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Outcome = 'joined' | 'not_found' | 'unauthenticated';
type Row = { about: string; topic: (world: World) => Promise<string>; expected: Expected<Outcome> };

const OUTSIDER: Expected<Outcome> = { ...everyone<Outcome>('not_found'), anonymous: 'unauthenticated' };

const after = (state: Over, topicOf: (eventId: number) => string, expected: Expected<Outcome>): Row => ({
  about: `private, ${state}`,
  topic: async (world) => topicOf(await arrangeEventAfter(world, true, state)),
  expected,
});

const KEPT = OVER.filter((state) => state !== 'removed');

/** Who may listen to what. */
const matrix: Record<'user' | 'event' | 'chat' | 'live', Row[]> = {
  user: [
    {
      about: 'of the creator',
      topic: async ({ people }) => userTopic(people.creator.id),
      expected: { ...OUTSIDER, creator: 'joined' },
    },
  ],
  event: [
    {
      about: 'private',
      topic: async (world) => eventTopic(await arrangeEvent(world, true)),
      expected: { ...OUTSIDER, invited: 'joined', declined: 'joined', creator: 'joined' },
    },
    {
      about: 'public',
      topic: async (world) => eventTopic(await arrangeEvent(world, false)),
      expected: { ...everyone<Outcome>('joined'), anonymous: 'unauthenticated' },
    },
    ...KEPT.map((state) =>
      after(state, eventTopic, { ...OUTSIDER, invited: 'joined', declined: 'joined', creator: 'joined' }),
    ),
    after('removed', eventTopic, OUTSIDER),
    { about: 'missing', topic: async () => eventTopic(987_654_321), expected: OUTSIDER },
  ],
  chat: [
    ...[true, false].map((isPrivate): Row => ({
      about: isPrivate ? 'private' : 'public',
      topic: async (world) => chatTopic(await arrangeEvent(world, isPrivate)),
      expected: { ...OUTSIDER, invited: 'joined', creator: 'joined' },
    })),
    ...KEPT.map((state) => after(state, chatTopic, { ...OUTSIDER, invited: 'joined', creator: 'joined' })),
    after('removed', chatTopic, OUTSIDER),
    { about: 'missing', topic: async () => chatTopic(987_654_321), expected: OUTSIDER },
  ],
  live: [
    ...[true, false].map((isPrivate): Row => ({
      about: isPrivate ? 'private, running' : 'public, running',
      topic: async (world) => liveTopic(await arrangeRunningEvent(world, isPrivate)),
      expected: { ...OUTSIDER, invited: 'joined', creator: 'joined' },
    })),
    {
      about: 'before an answer',
      topic: async (world) => liveTopic(await arrangeEvent(world, false)),
      expected: { ...OUTSIDER, creator: 'joined' },
    },
    ...OVER.map((state) => after(state, liveTopic, OUTSIDER)),
    { about: 'missing', topic: async () => liveTopic(987_654_321), expected: OUTSIDER },
  ],
};

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

async function join(token: string, topic: string, isLetIn: boolean): Promise<string> {
  const connected = await world.connect({ token });
  if (!isLetIn) {
    const refused = (await connected.seen('phoenix', 'connection_refused')) as { reason: string };
    return refused.reason;
  }
  return await connected.join(topic).then(
    () => 'joined',
    (error: Error) => error.message,
  );
}

for (const [kind, rows] of Object.entries(matrix)) {
  describe.each(rows)(`PERM-01 PERM-05 PERM-08 RT-01 topic ${kind}: $about`, ({ topic, expected }) => {
    // Joining changes nothing, so that one arrangement does for all.
    let name: string;
    beforeAll(async () => {
      name = await topic(world);
    });

    test.each(ROLES)('%s', async (role) => {
      const token = role === 'anonymous' ? 'nobody' : world.people[role].token;
      expect(await join(token, name, role !== 'anonymous')).toBe(expected[role]);
    });

    test.each(FURTHER_ROLES)('%s', async (role) => {
      const isLetIn = role === 'blocked' || role === 'blocking';
      const outcome = await join(world.further[role].token, name, isLetIn);
      expect(outcome).toBe(isLetIn ? 'not_found' : 'unauthenticated');
    });
  });
}

test('every kind of topic of the contract has a row', () => {
  const kinds = Object.keys(serverMessages).filter((kind) => kind !== 'any' && kind !== 'connection');
  expect(Object.keys(matrix).toSorted()).toEqual(kinds.toSorted());
});

describe('PERM-05 an open socket loses a private event at once', () => {
  test('when its listener is taken off the list', async () => {
    const eventId = await arrangeEvent(world, true);
    const guest = await world.connect(world.people.invited);
    await guest.join(eventTopic(eventId));
    await world.people.creator.ok(routes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(world, true, []), keep_answers: true },
    });
    await guest.seen(eventTopic(eventId), 'access_lost');
    await expect(guest.join(eventTopic(eventId))).rejects.toThrow('not_found');
  });

  test('when a public event becomes private', async () => {
    const eventId = await arrangeEvent(world, false);
    const stranger = await world.connect(world.people.stranger);
    await stranger.join(eventTopic(eventId));
    await world.people.creator.ok(routes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(world, true, []), keep_answers: true },
    });
    expect(await stranger.seen(eventTopic(eventId), 'access_lost')).toEqual({});
  });
});
