import { DAY_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { arrangeEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import type { TestGuest, TestPerson } from '@hereabouts/testing/app';
import { deleteMergedBefore } from './repo.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let world: World;
let creator: TestPerson;
beforeAll(async () => {
  world = await createWorld();
  ({ creator } = world.people);
});
afterAll(() => world.stop());

let guest: TestGuest;
let account: TestPerson;
let params: { eventId: number };
beforeEach(async () => {
  [guest, account] = [await world.comeAsGuest('Zoe'), await world.signUp({ name: 'Zoe Renouf' })];
  params = { eventId: await arrangeEvent(world, true) };
  const { token } = await creator.ok(routes.createEventLink, { params });
  await guest.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
});

const merge = () => account.call(routes.mergeGuest, { body: { guest_token: guest.token } });
const revocations = {
  removal: () => creator.call(routes.removeGuest, { params: { ...params, userId: guest.id } }),
  block: () => creator.call(routes.blockUser, { params: { userId: guest.id } }),
};
const seesEvent = async () => (await account.call(routes.getEvent, { params })).status === 200;
const isInvited = async () => {
  const sql = 'select from event_invites where event_id = $1 and user_id = any($2)';
  return (await world.context.db.query(sql, [params.eventId, [guest.id, account.id]])).length > 0;
};

for (const [name, revoke] of Object.entries(revocations)) {
  test(`GUEST-04 LIVE-10 a ${name} of the guest whom an open page still shows holds for the account`, async () => {
    expect((await merge()).status).toBe(204);
    expect(await seesEvent()).toBe(true);
    expect((await revoke()).status).toBe(204);
    expect([await seesEvent(), await isInvited()]).toEqual([false, false]);
  });

  test(`GUEST-04 LIVE-10 so does a ${name} at the same moment`, async () => {
    const [merged, revoked] = await Promise.all([merge(), revoke()]);
    expect([merged.status, revoked.status]).toEqual([204, 204]);
    expect([await seesEvent(), await isInvited()]).toEqual([false, false]);
  });
}

test('GUEST-04 what a guest has become is forgotten after a day, and with the account', async () => {
  const count = async () => (await world.context.db.query('select from merged_guests')).length;
  const before = await count();
  await merge();
  expect(await count()).toBe(before + 1);
  await world.context.db.query('delete from users where id = $1', [account.id]);
  expect(await count()).toBe(before);
  const sql = 'insert into merged_guests (guest_id, user_id, merged_at) values ($1, $2, $3)';
  const yesterday = new Date(world.clock.now() - DAY_MS - 1).toISOString();
  await world.context.db.query(sql, [guest.id, creator.id, yesterday]);
  await deleteMergedBefore(world.context.db, new Date(world.clock.now() - DAY_MS).toISOString());
  const rows = await world.context.db.query('select from merged_guests where user_id = $1', [creator.id]);
  expect(rows).toEqual([]);
});
