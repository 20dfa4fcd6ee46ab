import { chatTopic, eventTopic, liveTopic } from '@hereabouts/contract/realtime';
import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { isOfEvent } from '@hereabouts/testing/access-rows/further';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { createWorld, eventInput, type World } from '@hereabouts/testing/access-world';
import type { Answer, TestPerson } from '@hereabouts/testing/app';
import { befriend } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A co-host, and one who has stepped down, at every route and topic of an event. */

let world: World;
let coHost: TestPerson;
let former: TestPerson;
beforeAll(async () => {
  world = await createWorld();
  [coHost, former] = [await world.signUp({ name: 'Co-host' }), await world.signUp({ name: 'Former' })];
  for (const person of [coHost, former]) {
    await befriend(world.people.creator, person);
    // Whom a row invites; a co-host invites their own friends.
    await befriend(world.people.removed, person);
  }
});
afterAll(() => world.stop());

/** Puts both on the list, with the answer that `invited` has. */
async function appoint(eventId: number) {
  const answered = await world.people.invited.ok(routes.getEvent, { params: { eventId } });
  const status = answered.my_status === 'pending' ? 'tentative' : answered.my_status!;
  await world.context.db.query(
    `insert into event_invites (event_id, user_id, status, is_co_host, created_at, updated_at)
     select $1, id, $3, id = $4, now(), now() from unnest($2::uuid[]) id`,
    [eventId, [coHost.id, former.id], status, coHost.id],
  );
}

const AS_CREATOR: ReadonlySet<RouteName> = new Set([
  'updateEvent',
  'listInvitable',
  'inviteFriends',
  'getEventLink',
  'createEventLink',
  'endEventLink',
  'setGuestsAllowed',
  'removeAnonymousGuests',
  'removeGuest',
  'listRemoved',
  'letBackIn',
  'announce',
  'takeDownAnnouncement',
  'removeMessage',
]);
/** They depend on a friend at the event, or on an answer. */
const NOT_BY_ROLE: ReadonlySet<RouteName> = new Set(['lightBeacon', 'getLive', 'startSharing']);

const eventRoutes = (Object.entries(accessMatrix) as [RouteName, AccessRow[]][]).filter(
  ([name]) => isOfEvent(name) && !NOT_BY_ROLE.has(name),
);
describe.each(eventRoutes)('PERM-08 HOST-02 PERM-04 %s', (name, rows) => {
  test.each(rows)('$about: as the creator where hosts share a right, otherwise as invited', async (row) => {
    for (const person of [coHost, former]) {
      const input = await row.arrange(world, 'invited');
      const { eventId } = input.params as { eventId: number };
      await appoint(eventId);
      if (name === 'updateEvent') {
        const { invites } = await coHost.ok(routes.getEvent, { params: { eventId } });
        const ids = invites.map(({ user }) => user.id);
        Object.assign(input, {
          body: { ...eventInput(world, row.about === 'private', ids), keep_answers: true },
        });
      }
      const call = person.call as (route: Route, input: Input) => Promise<Answer>;
      const role = person === coHost && AS_CREATOR.has(name) ? 'creator' : 'invited';
      expect([person.name, (await call(routes[name], input)).status]).toEqual([
        person.name,
        row.expected[role],
      ]);
    }
  });
});

test('PERM-08 HOST-02 the topics of an event are those of a guest, and a removed co-host loses them', async () => {
  const { id: eventId } = await world.people.creator.ok(routes.createEvent, {
    body: eventInput(world, true, [coHost.id]),
  });
  await world.people.creator.ok(routes.addCoHost, { params: { eventId, userId: coHost.id } });
  const socket = await world.connect(coHost);
  for (const topicOf of [eventTopic, chatTopic]) await socket.join(topicOf(eventId));
  await expect(socket.join(liveTopic(eventId))).rejects.toThrow('not_found');
  await world.people.creator.ok(routes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(world, true, []), keep_answers: true },
  });
  for (const topicOf of [eventTopic, chatTopic]) await socket.seen(topicOf(eventId), 'access_lost');
  expect((await coHost.call(routes.getEventLink, { params: { eventId } })).status).toBe(404);
});
