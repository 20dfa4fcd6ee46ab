import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from './routes.ts';
import type { Operation } from './route.ts';
import { operationOf } from './schemas/operations.ts';

/** Their services take turns of their own; and the list of the kinds of notification is short. */
const NOT_HEAVY = new Set(['listContacts', 'downloadData', 'getPush', 'saveNotificationSettings']);

const hasList = (schema: z.ZodMiniType): boolean =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', reused: 'inline' })).includes('"type":"array"');

test('every route that answers a signed-in person with a list is marked as a heavy read (S34, S35)', () => {
  const light = Object.entries(routes)
    .filter(([, { access }]) => access === 'user' || access === 'any_user')
    .map(([name, route]) => ({ name, ...(operationOf(route) as Operation) }))
    .filter(({ response, heavy }) => response !== undefined && heavy !== true && hasList(response))
    .map(({ name }) => name);
  expect(light.filter((name) => !NOT_HEAVY.has(name))).toEqual([]);
});

test('every change that tells a whole guest list takes its turn (S42)', () => {
  const inTurn = Object.entries(routes).filter(([, route]) => (operationOf(route) as Operation).bulk);
  expect(inTurn.map(([name]) => name).toSorted()).toEqual([
    'announce',
    'createEvent',
    'inviteFriends',
    'setMeetingPoint',
    'startSharing',
    'updateEvent',
  ]);
});
