import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { Input } from '@hereabouts/testing/access-rows/row';
import { createWorld, type World } from '@hereabouts/testing/access-world';
import { TEST_PASSWORD, type Answer } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** One person per role towards the rows. */
const PRESSING = ['creator', 'invited', 'pending', 'friend'] as const;
const AT_ONCE = 3;
const AT_ONCE_LIST = Array.from({ length: AT_ONCE });

/** What a double click, or an app on two devices, does. */
describe('PERM-07 the same thing asked for several times at once', () => {
  test.each(Object.keys(accessMatrix) as RouteName[])('%s', async (name) => {
    for (const { about, arrange, expected } of accessMatrix[name]) {
      for (const role of PRESSING) {
        const input = await arrange(world, role);
        const call = world.people[role].call as (route: Route, of: Input) => Promise<Answer>;
        const answers = await Promise.all(AT_ONCE_LIST.map(() => call(routes[name], input)));
        const statuses = answers.map(({ status }) => status);
        const where = `${about}, ${role}: ${statuses.join()}`;
        expect(Math.max(...statuses), where).toBeLessThan(500);
        expect(statuses, where).toContain(expected[role]);
      }
    }
  });
});

test('AUTH-02 signing up with one address several times at once makes one account', async () => {
  const account = { email: 'twice@example.org', password: TEST_PASSWORD, data: { name: 'Twice' } };
  const answers = await Promise.all(
    AT_ONCE_LIST.map(() =>
      fetch(`${world.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, 422, 422]);
});

test('SAFE-03 deleting one’s account several times at once deletes it once', async () => {
  const person = await world.signUp();
  const body = { password: TEST_PASSWORD };
  const answers = await Promise.all(AT_ONCE_LIST.map(() => person.call(routes.deleteAccount, { body })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401 || status === 404)).toHaveLength(AT_ONCE - 1);
});
