import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const answer = (person: TestPerson, eventId: number) =>
  person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });

test.skipIf(inject('testDatabase').engine === 'pglite')(
  'answers that wait for one event leave connections for those to another (S42)',
  async () => {
    const host = await app.signUp();
    const guests = await Promise.all(Array.from({ length: 12 }, () => app.signUp()));
    for (const guest of guests) await befriend(host, guest);
    const invitees = { invitee_ids: guests.map(({ id }) => id) };
    const [held, free] = [await createEvent(app, host, invitees), await createEvent(app, host, invitees)];
    const { db } = app.context;
    const { waiting, meanwhile } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [held]);
      const asked = guests.map((guest) => answer(guest, held));
      await expect.poll(() => countLockWaits(db)).toBe(2);
      const other = await answer(guests[0]!, free);
      return { waiting: asked, meanwhile: [other.status, await countLockWaits(db)] };
    });
    expect(meanwhile).toEqual([200, 2]);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(guests.map(() => 200));
  },
);
