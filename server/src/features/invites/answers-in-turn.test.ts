import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const answer = (person: TestPerson, eventId: number, status: 'accepted' | 'declined' = 'accepted') =>
  person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });

async function inviteTwice() {
  const host = await app.signUp();
  const guests = await Promise.all(Array.from({ length: 12 }, () => app.signUp()));
  for (const guest of guests) await befriend(host, guest);
  const invitees = { invitee_ids: guests.map(({ id }) => id) };
  return {
    guests,
    held: await createEvent(app, host, invitees),
    free: await createEvent(app, host, invitees),
  };
}

test.skipIf(inject('testDatabase').engine === 'pglite')(
  'answers that wait for one event leave connections for those to another (S42)',
  async () => {
    const { guests, held, free } = await inviteTwice();
    const { db } = app.context;
    const { waiting, meanwhile } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [held]);
      const asked = guests.map((guest) => answer(guest, held));
      await expect.poll(() => countLockWaits(db)).toBe(1);
      const other = await answer(guests[0]!, free);
      return { waiting: asked, meanwhile: [other.status, await countLockWaits(db)] };
    });
    expect(meanwhile).toEqual([200, 1]);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(guests.map(() => 200));
  },
);

test.skipIf(inject('testDatabase').engine === 'pglite')(
  'LIVE-10 guests who leave one event at once keep no other revocation waiting',
  async () => {
    const { guests, held } = await inviteTwice();
    const [one, other] = [await app.signUp(), await app.signUp()];
    const { db } = app.context;
    const { leaving, meanwhile } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [held]);
      const asked = guests.map((guest) => answer(guest, held, 'declined'));
      await expect.poll(() => countLockWaits(db)).toBe(1);
      await block(one, other);
      return { leaving: asked, meanwhile: await countLockWaits(db) };
    });
    expect(meanwhile).toBe(1);
    expect((await Promise.all(leaving)).map(({ status }) => status)).toEqual(guests.map(() => 200));
  },
);

test.skipIf(inject('testDatabase').engine === 'pglite')(
  'LIVE-10 whoever is not on the list is refused at once, while answers to the event wait',
  async () => {
    const { guests, held } = await inviteTwice();
    const stranger = await app.signUp();
    const { db } = app.context;
    const { waiting, refused } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [held]);
      const asked = guests.map((guest) => answer(guest, held));
      await expect.poll(() => countLockWaits(db)).toBe(1);
      return { waiting: asked, refused: await answer(stranger, held, 'declined') };
    });
    expect(refused.status).toBe(403);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(guests.map(() => 200));
  },
);
