import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { routes } from '@hereabouts/contract/routes';
import type { Queryable } from '#server/db/database.ts';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, fillGuestList } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const GONE = { error: { code: 'not_found', message: 'This link has expired or was switched off.' } };

/** PGlite has one connection: there, whoever comes second waits anyhow. */
const isAlone = inject('testDatabase').engine === 'pglite';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, guest] = [await app.signUp({ name: 'Marie Le Brocq' }), await app.signUp({ name: 'Tom Renouf' })];
  eventId = await createEvent(app, host, { is_private: true });
});
afterAll(() => app.stop());

const make = async () => (await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } })).token;
const join = (person: TestPerson, token: string, status: InviteStatus = 'accepted') =>
  person.call(eventLinkRoutes.joinByLink, { params: { token }, body: { status } });
const answers = async () => {
  const { invites } = await host.ok(eventRoutes.getEvent, { params: { eventId } });
  return Object.fromEntries(invites.map(({ user, status }) => [user.name, status]));
};
/** The form as opened before anybody was on the list. */
const editBlindly = () =>
  host.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: {
      ...eventInput(app.clock, { is_private: true }),
      base: eventInput(app.clock, { is_private: true }),
      keep_answers: true,
    },
  });

describe('at the same moment', () => {
  test('LINK-05 of several people who join the last place, one gets it', async () => {
    const token = await make();
    await fillGuestList(app, eventId, 999);
    const people = await Promise.all([1, 2, 3].map(() => app.signUp()));
    const statuses = (await Promise.all(people.map((person) => join(person, token)))).map(
      (one) => one.status,
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    const [row] = await app.context.db.query<{ count: number }>(
      'select count(*)::int as count from event_invites where event_id = $1 and user_id <> $2',
      [eventId, host.id],
    );
    expect(row?.count).toBe(1_000);
  });

  test('LINK-05 joining twice at once is one place with one answer', async () => {
    const token = await make();
    const [one, other] = await Promise.all([join(guest, token, 'accepted'), join(guest, token, 'declined')]);
    expect(one.body.was_guest).not.toBe(other.body.was_guest);
    expect(await answers()).toEqual({ 'Tom Renouf': one.body.was_guest ? 'declined' : 'accepted' });
  });

  test('EVF-15 LINK-05 an edit, an invitation and three people who join lose nobody', async () => {
    const token = await make();
    const friend = await app.signUp({ name: 'Friend' });
    await befriend(host, friend);
    const people = await Promise.all(['A', 'B', 'C'].map((name) => app.signUp({ name })));
    await Promise.all([
      ...people.map((person) => join(person, token, 'tentative')),
      editBlindly(),
      host.ok(routes.inviteFriends, { params: { eventId }, body: { user_ids: [friend.id] } }),
      editBlindly(),
    ]);
    expect(await answers()).toEqual({ A: 'tentative', B: 'tentative', C: 'tentative', Friend: 'pending' });
  });

  test('LINK-01 whoever joins after a renewal was answered by the old link is refused', async () => {
    const token = await make();
    const people = await Promise.all([1, 2, 3, 4].map(() => app.signUp()));
    let isRenewed = false;
    const renewal = make().then(() => (isRenewed = true));
    const joins = people.map(async (person) => {
      const [wasRenewed, answer] = [isRenewed, await join(person, token)];
      return { wasRenewed, status: answer.status };
    });
    await renewal;
    expect((await join(await app.signUp(), token)).status).toBe(404);
    for (const { wasRenewed, status } of await Promise.all(joins)) {
      expect(wasRenewed ? [404] : [200, 404]).toContain(status);
    }
  });

  /** Lets people join while `change` holds the event; they all wait for it. */
  async function joinDuring(
    people: readonly TestPerson[],
    token: string,
    change: (tx: Queryable) => Promise<unknown>,
  ) {
    const { db } = app.context;
    const { joining } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [eventId]);
      const all = people.map((person) => join(person, token));
      while ((await countLockWaits(db)) < people.length);
      await change(tx);
      return { joining: all };
    });
    return await Promise.all(joining);
  }

  test.skipIf(isAlone)('LINK-05 of two people who wait for the last place, one gets it', async () => {
    const people = await Promise.all([1, 2].map(() => app.signUp()));
    await fillGuestList(app, eventId, 999);
    const joined = await joinDuring(people, await make(), async () => {});
    const statuses = joined.map((one) => one.status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 409]);
  });

  test.skipIf(isAlone)('LINK-01 a join that waited for a renewal finds the old link gone', async () => {
    const [answer] = await joinDuring([guest], await make(), (tx) =>
      tx.query(`update event_links set token_hash = 'renewed' where event_id = $1`, [eventId]),
    );
    expect([answer?.status, answer?.body]).toEqual([404, GONE]);
    expect(await answers()).toEqual({});
  });

  test.skipIf(isAlone)(
    'LINK-05 a join that waited for an invitation keeps what stands on the list',
    async () => {
      const now = new Date(app.clock.now()).toISOString();
      const [answer] = await joinDuring([guest], await make(), (tx) =>
        tx.query(
          `insert into event_invites (event_id, user_id, status, created_at, updated_at) values ($1, $2, 'declined', $3, $3)`,
          [eventId, guest.id, now],
        ),
      );
      expect(answer?.body).toEqual({ event_id: eventId, was_guest: true });
      expect(await answers()).toEqual({ 'Tom Renouf': 'declined' });
    },
  );
});
