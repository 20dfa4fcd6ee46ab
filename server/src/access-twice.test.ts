import type { RouteDefinition } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { Input } from '@hereabouts/testing/access-rows/row';
import { createWorld, type World } from '@hereabouts/testing/access-world';
import type { Answer } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** Each stands otherwise to what the rows are about. */
const PRESSING = ['creator', 'invited', 'pending', 'friend'] as const;
const AT_ONCE = 3;

/** What a double click, or an app on two devices, does. */
describe('PERM-07 the same thing asked for several times at once', () => {
  test.each(Object.keys(accessMatrix) as RouteName[])('%s', async (name) => {
    for (const { about, arrange, expected } of accessMatrix[name]) {
      for (const role of PRESSING) {
        const input = await arrange(world, role);
        const call = world.people[role].call as (route: RouteDefinition, of: Input) => Promise<Answer>;
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => call(routes[name], input)));
        const statuses = answers.map(({ status }) => status);
        const where = `${about}, ${role}: ${statuses.join()}`;
        expect(Math.max(...statuses), where).toBeLessThan(500);
        expect(statuses, where).toContain(expected[role]);
      }
    }
  });
});
