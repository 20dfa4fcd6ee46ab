import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { furtherOutcome } from '@hereabouts/testing/access-rows/further';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { createWorld, FURTHER_ROLES, type World } from '@hereabouts/testing/access-world';
import type { Answer } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

for (const [name, rows] of Object.entries(accessMatrix) as [RouteName, AccessRow[]][]) {
  // None of these roles changes what the next one finds, so that one arrangement does.
  test.each(rows)(`PERM-08 ${name} at aal1, blocked and suspended: $about`, async (row) => {
    const input = await row.arrange(world, 'stranger');
    for (const role of FURTHER_ROLES) {
      const call = world.further[role].call as (route: Route, input: Input) => Promise<Answer>;
      const { status, body } = await call(routes[name], input);
      const expected = furtherOutcome(name, row, role);
      expect({ role, status }).toEqual({ role, status: expected.status });
      if (expected.code) expect({ role, code: body.error.code }).toEqual({ role, code: expected.code });
    }
  });
}
