import { blockRoutes } from '@hereabouts/contract/blocks';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import type { Context } from '@hereabouts/server/context';
import type { Database } from '@hereabouts/server/db/database';
import { createEvent } from '@hereabouts/server/features/events/service';
import { befriendByLink, createGuessLimit } from '@hereabouts/server/features/friend-links/service';
import { acceptFriendRequest, sendFriendRequest } from '@hereabouts/server/features/friendships/service';
import { inviteFriends } from '@hereabouts/server/features/invites/invite-service';
import { respondToInvite } from '@hereabouts/server/features/invites/service';
import { HttpError } from '@hereabouts/server/http/errors';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent as arrangeEvent, eventInput } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { blockUser } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A context whose first transaction stops before its commit until it is let go; also when the work ends without one. */
function stopBeforeCommit() {
  const stopped = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const db: Database = {
    ...app.context.db,
    transaction: (work, options) =>
      app.context.db.transaction(async (tx) => {
        const result = await work(tx);
        stopped.resolve();
        await gate.promise;
        return result;
      }, options),
  };
  const ctx = withDatabase(app.context, db);
  const run = async (work: (ctx: Context) => Promise<unknown>) => work(ctx).finally(() => stopped.resolve());
  return { run, stopped: stopped.promise, letGo: () => gate.resolve() };
}

type Pair = { anna: TestPerson; ben: TestPerson };
/** What Ben does while Anna blocks him; made ready beforehand. */
const ACTIONS: Record<string, (pair: Pair) => Promise<(ctx: Context) => Promise<unknown>>> = {
  'asks to be friends':
    async ({ anna, ben }) =>
    (ctx) =>
      sendFriendRequest(ctx, viewerOf(ben), anna.id),
  'accepts her request': async ({ anna, ben }) => {
    const friendshipId = await ask(anna, ben);
    return (ctx) => acceptFriendRequest(ctx, viewerOf(ben), friendshipId);
  },
  'opens her friend link': async ({ anna, ben }) => {
    const { token } = await anna.ok(friendLinkRoutes.createFriendLink);
    return (ctx) => befriendByLink(ctx, createGuessLimit(ctx), viewerOf(ben), token);
  },
  'invites her': async ({ anna, ben }) => {
    await befriend(anna, ben);
    const eventId = await arrangeEvent(app, ben);
    return (ctx) => inviteFriends(ctx, viewerOf(ben), eventId, [anna.id]);
  },
  'makes an event with her': async ({ anna, ben }) => {
    await befriend(anna, ben);
    return (ctx) => createEvent(ctx, viewerOf(ben), eventInput(app.clock, { invitee_ids: [anna.id] }), '::1');
  },
  'answers her invitation': async ({ anna, ben }) => {
    await befriend(anna, ben);
    const eventId = await arrangeEvent(app, anna, { invitee_ids: [ben.id] });
    return (ctx) => respondToInvite(ctx, viewerOf(ben), eventId, { status: 'accepted' });
  },
};

const LEFT_SQL = `
  select 'friendship' as left_behind from friendships where $1 in (requester_id, addressee_id) and $2 in (requester_id, addressee_id)
  union all
  select 'invite' from event_invites i join events e on e.id = i.event_id
  where i.user_id <> e.created_by and i.user_id in ($1, $2) and e.created_by in ($1, $2)
  union all
  select 'notification' from notifications where user_id in ($1, $2) and actor_id in ($1, $2)`;

const leftBehind = async ({ anna, ben }: Pair) => {
  const rows = await app.context.db.query<{ left_behind: string }>(LEFT_SQL, [anna.id, ben.id]);
  const { people } = await anna.ok(blockRoutes.listBlocks, { query: {} });
  return [...rows.map((row) => row.left_behind), ...(people[0]?.user.id === ben.id ? [] : ['no block'])];
};

/** Lost the race: what people are told then is what they are told of somebody missing. */
const expectRefusal = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return;
  expect(outcome.reason).toBeInstanceOf(HttpError);
  expect(['not_found', 'forbidden']).toContain((outcome.reason as HttpError).code);
};

describe.each(Object.entries(ACTIONS))('while Anna blocks Ben he %s', (_, arrange) => {
  const meet = async (): Promise<Pair> => ({ anna: await app.signUp(), ben: await app.signUp() });

  test('SAFE-01 his comes first and nothing of it is left', async () => {
    const pair = await meet();
    const act = await arrange(pair);
    const his = stopBeforeCommit();
    const acted = his.run(act);
    await his.stopped;
    const blocked = blockUser(app.context, viewerOf(pair.anna), pair.ben.id);
    his.letGo();
    const [outcome] = await Promise.allSettled([acted, blocked]);
    await blocked;
    expectRefusal(outcome);
    expect(await leftBehind(pair)).toEqual([]);
  });

  test('SAFE-01 the block comes first and he finds nobody', async () => {
    const pair = await meet();
    const act = await arrange(pair);
    const hers = stopBeforeCommit();
    const blocked = hers.run((ctx) => blockUser(ctx, viewerOf(pair.anna), pair.ben.id));
    await hers.stopped;
    const acted = act(app.context);
    hers.letGo();
    const [outcome] = await Promise.allSettled([acted, blocked]);
    await blocked;
    expect(outcome.status).toBe('rejected');
    expectRefusal(outcome);
    expect(await leftBehind(pair)).toEqual([]);
  });

  test('SAFE-01 both at once, many times', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await meet();
      const act = await arrange(pair);
      const [outcome, blocked] = await Promise.allSettled([
        act(app.context),
        blockUser(app.context, viewerOf(pair.anna), pair.ben.id),
      ]);
      expect(blocked.status).toBe('fulfilled');
      expectRefusal(outcome);
      expect(await leftBehind(pair)).toEqual([]);
    }
  });
});

test('SAFE-01 two who block each other at once both do', async () => {
  const [anna, ben] = [await app.signUp(), await app.signUp()];
  await Promise.all([
    blockUser(app.context, viewerOf(anna), ben.id),
    blockUser(app.context, viewerOf(ben), anna.id),
  ]);
  const rows = await app.context.db.query('select is_blocker from blocks where user_id in ($1, $2)', [
    anna.id,
    ben.id,
  ]);
  expect(rows).toEqual([{ is_blocker: true }, { is_blocker: true }]);
});

// The embedded database has one connection: nothing comes in between there.
test.runIf(inject('testDatabase').engine === 'postgres')(
  'SAFE-01 an invite is made on a friendship it holds, not on one that replaced it during the wait',
  async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    await befriend(anna, ben);
    const eventId = await arrangeEvent(app, ben);
    const { db } = app.context;
    const invited = await db.transaction(async (tx) => {
      const [row] = await tx.query<{ requester_id: string; addressee_id: string; created_at: string }>(
        `delete from friendships where $1 in (requester_id, addressee_id)
        returning requester_id, addressee_id, created_at`,
        [ben.id],
      );
      const outcome = inviteFriends(app.context, viewerOf(ben), eventId, [anna.id]).catch(
        (error: unknown) => error,
      );
      await expect.poll(() => countLockWaits(db)).toBe(1);
      await tx.query(
        `insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
        values (gen_random_uuid(), $1, $2, 'accepted', $3, $3)`,
        [row?.requester_id, row?.addressee_id, row?.created_at],
      );
      return { outcome };
    });
    expect(await invited.outcome).toMatchObject({ code: 'forbidden' });
    expect(
      await db.query('select from event_invites where event_id = $1 and user_id = $2', [eventId, anna.id]),
    ).toEqual([]);
    await inviteFriends(app.context, viewerOf(ben), eventId, [anna.id]);
  },
);
