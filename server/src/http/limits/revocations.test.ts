import type { Operation, Route } from '@hereabouts/contract/route';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { operationOf } from '@hereabouts/contract/schemas/operations';
import type { ContactVisibility } from '@hereabouts/contract/users';
import { accessMatrix } from '@hereabouts/testing/access-rows/matrix';
import type { AccessRow, Input } from '@hereabouts/testing/access-rows/row';
import { arrangeEvent, createWorld, eventInput, ROLES, type World } from '@hereabouts/testing/access-world';
import type { Answer } from '@hereabouts/testing/app';
import { befriend } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentRequester } from '#server/async/requester.ts';
import { limitOf } from './request-limits.ts';

let world: World;
/** Whether each transaction of the request under way waits for a connection as a revocation. */
let asRevocation: (boolean | undefined)[] = [];

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.context;
  const transaction = db.transaction.bind(db);
  const noting: typeof transaction = (work, options) => {
    if (currentRequester() !== null) asRevocation.push(options?.isRevocation);
    return transaction(work, options);
  };
  Object.assign(db, { transaction: noting });
});
afterAll(() => world.stop());

async function send(role: (typeof ROLES)[number], route: Route, input: Input): Promise<number> {
  asRevocation = [];
  const call = world.caller(role).call as (route: Route, input: Input) => Promise<Answer>;
  return (await call(route, input)).status;
}

const mayRevoke = ({ limit = 'write' }: Operation) => limit !== 'write' && limit !== 'automatic';

test('LIVE-10 what takes something back waits for a connection to the database as a revocation', async () => {
  const ordinary = new Set<RouteName>();
  const revoking = new Set<RouteName>();
  for (const [name, rows] of Object.entries(accessMatrix) as [RouteName, AccessRow[]][]) {
    const [route, operation]: [Route, Operation] = [routes[name], operationOf(routes[name])];
    for (const row of mayRevoke(operation) ? rows : []) {
      const role = ROLES.find((one) => row.expected[one] < 300);
      if (role === undefined) continue;
      const input = await row.arrange(world, role);
      if (limitOf(route, operation, input.body) !== 'revocation') continue;
      expect([name, await send(role, route, input)]).toEqual([name, row.expected[role]]);
      for (const isRevocation of asRevocation) (isRevocation ? revoking : ordinary).add(name);
    }
  }
  expect([...ordinary]).toEqual([]);
  expect(revoking).toContain('cancelEvent');
});

test('LIVE-10 EVF-16 an edit of an event waits as a revocation where it may take something back, and adds no guests', async () => {
  const params = { eventId: await arrangeEvent(world, true) };
  const friend = await world.signUp();
  await befriend(world.people.creator, friend);
  const edit = async (inviteeIds: string[], baseIds?: string[]) => {
    const base = baseIds && eventInput(world, true, baseIds);
    const body = { ...eventInput(world, true, inviteeIds), keep_answers: true, ...(base && { base }) };
    expect(await send('creator', routes.updateEvent, { params, body })).toBe(200);
    return asRevocation;
  };
  expect(await edit([])).toEqual([true]);
  expect(await edit([friend.id])).toEqual([undefined]);
  expect(await edit([friend.id], [friend.id])).toEqual([undefined]);
  expect(await edit([], [friend.id])).toEqual([true]);
});

test('LIVE-10 CONT-12 hiding the address waits as a revocation, and showing it does not', async () => {
  const choose = async (contact_visibility: ContactVisibility) => {
    expect(await send('creator', routes.updateMe, { body: { contact_visibility } })).toBe(200);
    return asRevocation;
  };
  expect(await choose('friends')).toEqual([true]);
  expect(await choose('everyone')).toEqual([undefined]);
});
