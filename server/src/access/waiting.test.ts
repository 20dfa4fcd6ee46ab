import { chatTopic, eventTopic, liveTopic } from '@hereabouts/contract/realtime';
import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { isOfEvent } from '@hereabouts/testing/access-rows/further';
import { liveRows } from '@hereabouts/testing/access-rows/live';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { arrangeRunningEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import type { Answer, TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Somebody on the waiting list, at every route and topic of an event: as who has not answered. */

let world: World;
let waiting: TestPerson;
beforeAll(async () => {
  world = await createWorld();
  waiting = await world.signUp({ name: 'Waiting' });
});
afterAll(() => world.stop());

const putOnWaitingList = (eventId: number) =>
  world.context.db.query(
    `insert into event_invites (event_id, user_id, status, waiting_since, created_at, updated_at)
     values ($1, $2, 'pending', now(), now(), now())`,
    [eventId, waiting.id],
  );

const eventRoutes = (Object.entries(accessMatrix) as [RouteName, AccessRow[]][]).filter(([name]) =>
  isOfEvent(name),
);
describe.each(eventRoutes)('PERM-08 HOST-08 %s', (name, rows) => {
  test.each(rows)('$about: as invited, and no participant', async (row) => {
    const input = await row.arrange(world, 'invited');
    await putOnWaitingList((input.params as { eventId: number }).eventId);
    const call = waiting.call as (route: Route, input: Input) => Promise<Answer>;
    const role = name in liveRows ? 'declined' : 'invited';
    expect((await call(routes[name], input)).status).toBe(row.expected[role]);
  });
});

test('PERM-08 HOST-08 LIVE-02 the topics of the event and its chat, not the live map', async () => {
  const eventId = await arrangeRunningEvent(world, true);
  await putOnWaitingList(eventId);
  const socket = await world.connect(waiting);
  for (const topicOf of [eventTopic, chatTopic]) await socket.join(topicOf(eventId));
  await expect(socket.join(liveTopic(eventId))).rejects.toThrow('not_found');
});
