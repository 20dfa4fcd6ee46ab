import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Database } from '@hereabouts/server/db/database';
import { blockUser } from '@hereabouts/server/features/blocks/service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { kinds } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Nothing limits how many lists somebody is on, and a block is never refused. */

let app: TestApp;
let host: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [host, ben] = [await app.signUp(), await app.signUp()];
  await befriend(host, ben);
});
afterAll(() => app.stop());

/** Events at whose last place the guest is, while Ben waits. */
async function arrange(guest: TestPerson, count: number): Promise<number[]> {
  await befriend(host, guest);
  const eventIds: number[] = [];
  for (let nth = 0; nth < count; nth += 1)
    eventIds.push(await createEvent(app, host, { invitee_ids: [guest.id, ben.id], places: 2 }));
  await app.context.db.query(
    `update event_invites set status = case when user_id = $2 then 'accepted' else 'pending' end,
       waiting_since = case when user_id = $3 then $4::timestamptz end
     where event_id = any($1) and user_id in ($2, $3)`,
    [eventIds, guest.id, ben.id, new Date(app.clock.now()).toISOString()],
  );
  return eventIds;
}

/** How many statements the block takes in its transaction. What it leaves to jobs only starts when they are woken. */
async function block(other: TestPerson): Promise<number> {
  let statements = 0;
  const db: Database = {
    ...app.context.db,
    transaction: (work, options) =>
      app.context.db.transaction(
        (tx) =>
          work({
            ...tx,
            query: (statement, params) => {
              statements += 1;
              return tx.query(statement, params);
            },
          }),
        options,
      ),
  };
  const viewer = { userId: host.id, sessionId: host.id };
  await blockUser(withDatabase(app.context, db), viewer, other.id);
  return statements;
}

const goingOf = async (eventIds: readonly number[]) =>
  (
    await app.context.db.query(
      `select from event_invites where event_id = any($1) and user_id = $2 and status = 'accepted'`,
      [eventIds, ben.id],
    )
  ).length;
const fillTheRest = async () => {
  app.context.jobs.wake({ name: 'fill_places' });
  await app.context.jobs.idle();
};

test('a block of somebody on many lists takes no more statements for more of them, and every place is filled', async () => {
  const [few, many] = [await app.signUp(), await app.signUp()];
  const [ofFew, ofMany] = [await arrange(few, 25), await arrange(many, 45)];
  const statements = [await block(few), await block(many)];
  expect(statements[1]).toBe(statements[0]);
  expect([await goingOf(ofFew), await goingOf(ofMany)]).toEqual([20, 20]);
  await fillTheRest();
  expect([await goingOf(ofFew), await goingOf(ofMany)]).toEqual([25, 45]);
  expect((await kinds(ben)).filter((kind) => kind === 'place_available').length).toBeGreaterThan(0);
});

test('a place that is about to be given to who waits is given to nobody else', async () => {
  const [guest, late] = [await app.signUp(), await app.signUp()];
  await befriend(host, late);
  const last = (await arrange(guest, 21)).at(-1)!;
  const params = { eventId: last };
  await host.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [late.id] } });
  await block(guest);
  const refused = await late.call(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event_full']);
  const waits = await late.ok(inviteRoutes.respondToInvite, {
    params,
    body: { status: 'accepted', wait: true },
  });
  expect(waits.is_waiting).toBe(true);
  await fillTheRest();
  expect(await goingOf([last])).toBe(1);
});
