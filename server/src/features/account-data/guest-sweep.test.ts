import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { arrangeEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import { putOnList } from '@hereabouts/testing/access-rows/anonymous';
import type { TestGuest } from '@hereabouts/testing/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepGuests } from './service.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

const exists = async ({ id }: { id: string }) => {
  const { db } = world.context;
  const rows = await Promise.all(
    ['users', 'auth.users'].map((table) => db.query(`select 1 from ${table} where id = $1`, [id])),
  );
  const counts = rows.map(({ length }) => length);
  expect(counts[0]).toBe(counts[1]);
  return counts[0] === 1;
};
const sweepAt = async (ms: number) => {
  world.clock.set(ms);
  await sweepGuests(world.context);
};
/** On the list of an event that ends in three hours. */
const listed = async (guest: TestGuest) => {
  const params = { eventId: await arrangeEvent(world, true) };
  await putOnList(world, guest, { params });
  return params;
};

test('a guest on no list goes after a day, one on a list thirty days after its end', async () => {
  const startMs = world.clock.now();
  const endMs = startMs + 3 * HOUR_MS;
  const [unlisted, guest] = [await world.comeAsGuest(), await world.comeAsGuest()];
  const params = await listed(guest);
  const id = randomUUID();
  await guest.ok(routes.sendMessage, { params, body: { id, message: 'Hello' } });
  await sweepAt(startMs + DAY_MS);
  expect(await exists(unlisted)).toBe(true);
  await sweepAt(startMs + DAY_MS + 1);
  expect(await exists(unlisted)).toBe(false);
  expect(await exists(guest)).toBe(true);
  await sweepAt(endMs + 30 * DAY_MS - 1);
  expect(await exists(guest)).toBe(true);
  await sweepAt(endMs + 30 * DAY_MS);
  expect(await exists(guest)).toBe(false);
  // What they wrote stays, without the name.
  const rows = await world.context.db.query('select user_id, message from chat_message where id = $1', [id]);
  expect(rows).toEqual([{ user_id: null, message: 'Hello' }]);
});

test('a guest who is taken off the last list has a day from then on, and one who is put on a list again stays', async () => {
  const startMs = world.clock.now();
  const [gone, back] = [await world.comeAsGuest(), await world.comeAsGuest()];
  await listed(gone);
  const params = await listed(back);
  const laterMs = startMs + 5 * DAY_MS;
  await sweepAt(laterMs);
  await world.context.db.query('delete from event_invites where user_id = any($1)', [[gone.id, back.id]]);
  await sweepAt(laterMs + HOUR_MS);
  await putOnList(world, back, { params });
  await sweepAt(laterMs + HOUR_MS + DAY_MS);
  expect(await exists(gone)).toBe(true);
  await sweepAt(laterMs + 2 * HOUR_MS + DAY_MS);
  expect([await exists(gone), await exists(back)]).toEqual([false, true]);
});

test('the sweep runs every hour, takes nobody with an account, and nobody who is no longer due', async () => {
  const [guest, converted] = [await world.comeAsGuest(), await world.comeAsGuest()];
  const answer = await fetch(`${world.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${converted.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'converted@example.org', password: 'gorse-and-granite-49' }),
  });
  expect(answer.status).toBe(200);
  await world.context.db.query(`update users set unlisted_since = $1 where is_anonymous`, [
    new Date(world.clock.now() - 2 * DAY_MS).toISOString(),
  ]);
  // Found by a sweep of another process, and put on a list before it gets there.
  const isDue = vi.fn<() => Promise<boolean>>(async () => false);
  const begun = await world.context.auth.beginDeletion(guest.id, async () => {}, { isDue });
  expect(begun).toEqual({ state: 'gone' });
  expect(isDue).toHaveBeenCalledTimes(1);
  expect(await exists(guest)).toBe(true);

  world.clock.advance(HOUR_MS);
  await vi.waitFor(async () => expect(await exists(guest)).toBe(false), { timeout: 20_000 });
  expect(await exists(converted)).toBe(true);
  expect(await exists(world.people.stranger)).toBe(true);
});
