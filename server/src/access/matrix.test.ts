import type { Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { createWorld, ROLES, type Role, type World } from '@hereabouts/testing/access-world';
import type { Answer } from '@hereabouts/testing/app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const loose = (role: Role) => world.caller(role).call as (route: Route, input: Input) => Promise<Answer>;

for (const [name, rows] of Object.entries(accessMatrix) as [RouteName, AccessRow[]][]) {
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
  expect(Object.keys(accessMatrix).toSorted()).toEqual(Object.keys(routes).toSorted());
  for (const rows of Object.values(accessMatrix)) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row.expected).toSorted()).toEqual([...ROLES].toSorted());
  }
});

/** Headers that tell the moment or the size of the answer's own id, not what was found. */
const comparable = (answer: Answer) => {
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    delete headers[name];
  return { ...answer, headers };
};

describe('PERM-05 a private event answers an outsider exactly as a missing one', () => {
  const eventRoutes = Object.keys(accessMatrix).filter((name) =>
    routes[name as RouteName].path.includes('{eventId}'),
  ) as RouteName[];

  test.each(eventRoutes)('%s', async (name) => {
    const [row] = accessMatrix[name];
    const input = await row!.arrange(world, 'stranger');
    const missing = { ...input, params: { ...input.params, eventId: 987_654_321 } };
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
