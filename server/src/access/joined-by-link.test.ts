import { chatTopic, eventTopic, liveTopic } from '@hereabouts/contract/realtime';
import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { isOfEvent } from '@hereabouts/testing/access-rows/further';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { arrangeRunningEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import type { Answer, Caller, TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: World;
/** A stranger to everybody, who joins each event by its link. */
let joiner: TestPerson;
/** Has only opened the link of each event. */
let holder: TestPerson;
beforeAll(async () => {
  world = await createWorld();
  [joiner, holder] = [await world.signUp(), await world.signUp()];
});
afterAll(() => world.stop());

async function shareLink(eventId: number) {
  const { token } = await world.people.creator.ok(routes.createEventLink, { params: { eventId } });
  const params = { token };
  for (const caller of [holder, world.anonymous]) await caller.ok(routes.openEventLink, { params });
  const { my_status } = await world.people.invited.ok(routes.getEvent, { params: { eventId } });
  await joiner.ok(routes.joinByLink, { params, body: { status: my_status! } });
}

/** What needs a friend at the event, whom somebody who joins by a link has not got (LINK-04). */
const NEEDS_A_FRIEND: ReadonlySet<RouteName> = new Set(['lightBeacon']);

const eventRoutes = (Object.entries(accessMatrix) as [RouteName, AccessRow[]][]).filter(([name]) =>
  isOfEvent(name),
);
describe.each(eventRoutes)('PERM-08 LINK-02 LINK-04 %s', (name, rows) => {
  test.each(rows)('$about: joined by link as invited; with the link alone as a stranger', async (row) => {
    const input = await row.arrange(world, 'invited');
    await shareLink((input.params as { eventId: number }).eventId);
    const ask = async (caller: Caller) =>
      (await (caller.call as (route: Route, input: Input) => Promise<Answer>)(routes[name], input)).status;
    expect(await ask(world.anonymous)).toBe(401);
    expect(await ask(holder)).toBe(row.expected.stranger);
    if (!NEEDS_A_FRIEND.has(name)) expect(await ask(joiner)).toBe(row.expected.invited);
  });
});

test('PERM-08 LINK-04 the topics of an event: joined by link, and with the link alone', async () => {
  const eventId = await arrangeRunningEvent(world, true);
  await shareLink(eventId);
  const [joined, held] = [await world.connect(joiner), await world.connect(holder)];
  for (const topic of [eventTopic, chatTopic, liveTopic].map((of) => of(eventId))) {
    await joined.join(topic);
    await expect(held.join(topic)).rejects.toThrow('not_found');
  }
});
