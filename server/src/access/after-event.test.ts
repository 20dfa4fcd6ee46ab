import { randomUUID } from 'node:crypto';
import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { AFTER, furtherOutcome, isOfEvent, outcomeAfter } from '@hereabouts/testing/access-rows/further';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { Input } from '@hereabouts/testing/access-rows/row';
import {
  arrangeEventAfter,
  createWorld,
  FURTHER_ROLES,
  OVER,
  ROLES,
  type Over,
  type World,
} from '@hereabouts/testing/access-world';
import type { Answer, Caller } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Kind = { isPrivate: boolean; state: Over };
const KINDS = [true, false].flatMap((isPrivate) => OVER.map((state): Kind => ({ isPrivate, state })));

let world: World;
const eventIds = new Map<Kind, number>();
beforeAll(async () => {
  world = await createWorld();
  for (const kind of KINDS) eventIds.set(kind, await arrangeEventAfter(world, kind.isPrivate, kind.state));
});
afterAll(() => world.stop());

/** Asks as one role; an id that the caller makes up is made up anew. */
async function ask(caller: Caller, name: RouteName, eventId: number, { params, query, body }: Input) {
  const fresh = body && typeof body === 'object' && 'id' in body ? { ...body, id: randomUUID() } : body;
  const call = caller.call as (route: Route, input: Input) => Promise<Answer>;
  const { status, body: answer } = await call(routes[name], {
    params: { ...params, eventId },
    ...(query && { query }),
    ...(fresh !== undefined && { body: fresh }),
  });
  return { status, code: answer?.error?.code as string | undefined };
}

test.each(Object.keys(AFTER) as RouteName[])('PERM-08 %s of an event that is over', async (name) => {
  const row = accessMatrix[name][0]!;
  const input = await row.arrange(world, 'stranger');
  for (const kind of KINDS) {
    const eventId = eventIds.get(kind)!;
    const where = `${kind.isPrivate ? 'private' : 'public'}, ${kind.state}`;
    const got = await Promise.all([
      ...ROLES.map(async (role) => ({
        role,
        ...(await ask(world.caller(role), name, eventId, input)),
        expected: outcomeAfter(name, { ...kind, role }),
      })),
      ...FURTHER_ROLES.map(async (role) => ({
        role,
        ...(await ask(world.further[role], name, eventId, input)),
        expected: furtherOutcome(name, row, role),
      })),
    ]);
    for (const { role, status, code, expected } of got) {
      expect({ role, where, status }).toEqual({ role, where, status: expected.status });
      if (expected.code) expect({ role, where, code }).toEqual({ role, where, code: expected.code });
    }
  }
});

test('PERM-08 every route of an event is in the table above', () => {
  expect(Object.keys(AFTER).toSorted()).toEqual(
    (Object.keys(routes) as RouteName[]).filter(isOfEvent).toSorted(),
  );
});
