import { blockRoutes } from '@hereabouts/contract/blocks';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type Answer, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Queryable } from '#server/db/database.ts';

/** What would let somebody in for longer than the session that makes it, which ends meanwhile. */

/** PGlite has one connection, on which nothing waits for a transaction. */
const isAlone = inject('testDatabase').engine === 'pglite';

let app: TestApp;
let anna: TestPerson;
let friend: TestPerson;
let stranger: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, friend, stranger] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await befriend(anna, friend);
  eventId = await createEvent(app, anna);
});
afterAll(() => app.stop());

type Act = () => Promise<Answer>;
const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'asks somebody to be friends': async () => () =>
    anna.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: stranger.id } }),
  'accepts a request': async () => {
    const friendshipId = await ask(stranger, anna);
    return () => anna.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  },
  'uses a friend link': async () => {
    const { token } = await stranger.ok(friendLinkRoutes.createFriendLink);
    return () => anna.call(friendLinkRoutes.befriendByLink, { params: { token } });
  },
  'joins by a link': async () => {
    const theirs = await createEvent(app, stranger);
    const { token } = await stranger.ok(eventLinkRoutes.createEventLink, { params: { eventId: theirs } });
    return () => anna.call(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  },
  'makes an invitation link': async () => () =>
    anna.call(eventLinkRoutes.createEventLink, { params: { eventId } }),
  'lets in people without an account': async () => {
    const params = { eventId };
    await anna.ok(eventLinkRoutes.setGuestsAllowed, { params, body: { allowed: false } });
    return () => anna.call(eventLinkRoutes.setGuestsAllowed, { params, body: { allowed: true } });
  },
  'invites a friend': async () => () =>
    anna.call(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [friend.id] } }),
  'invites a friend in the form': async () => () =>
    anna.call(eventRoutes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(app.clock, { invitee_ids: [friend.id] }), keep_answers: true },
    }),
  'makes an event with a friend': async () => () =>
    anna.call(eventRoutes.createEvent, { body: eventInput(app.clock, { invitee_ids: [friend.id] }) }),
  'makes a guest a co-host': async () => {
    const params = { eventId };
    await anna.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [friend.id] } });
    return () => anna.call(coHostRoutes.addCoHost, { params: { ...params, userId: friend.id } });
  },
  'lets a removed guest back in': async () => {
    const params = { eventId, userId: friend.id };
    await anna.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [friend.id] } });
    await anna.ok(guestRemovalRoutes.removeGuest, { params });
    return () => anna.call(guestRemovalRoutes.letBackIn, { params });
  },
  'unblocks somebody': async () => {
    const params = { userId: stranger.id };
    await anna.ok(blockRoutes.blockUser, { params });
    return () => anna.call(blockRoutes.unblockUser, { params });
  },
  'shows contact data to everyone': async () => {
    await anna.ok(userRoutes.updateMe, { body: { contact_visibility: 'friends' } });
    return () => anna.call(userRoutes.updateMe, { body: { contact_visibility: 'everyone' } });
  },
};

const STATE_SQL = `
  select array(select f.status from friendships f where $1 in (f.requester_id, f.addressee_id) order by f.id) as friends,
    (select count(*)::int from events e where e.created_by = $1) as events,
    array(select i.user_id || i.is_co_host::text from event_invites i where i.event_id = $2 or i.user_id = $1 order by 1) as guests,
    (select u.contact_visibility from users u where u.id = $1) as contact,
    (select count(*)::int from blocks b where b.user_id = $1) as blocks,
    (select count(*)::int from event_links l where l.event_id = $2) as links,
    (select count(*)::int from guests_disallowed d where d.event_id = $2) as disallowed`;
const state = async () => (await app.context.db.query(STATE_SQL, [anna.id, eventId]))[0];

/** As by another process, which this one has not heard of: it believes in the session for 2 s. */
const endElsewhere = (tx: Queryable) =>
  tx.query("update auth.sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1", [
    anna.id,
  ]);

describe.each(Object.entries(ACTS))('who %s', (_, arrange) => {
  test('does so while the session lives', async () => {
    const act = await arrange();
    const before = await state();
    expect((await act()).status).toBeLessThan(300);
    expect(await state()).not.toEqual(before);
  });

  test('is refused once it has ended', async () => {
    const act = await arrange();
    const before = await state();
    await endElsewhere(app.context.db);
    expect((await act()).body.error.code).toBe('unauthenticated');
    expect(await state()).toEqual(before);
  });

  test.skipIf(isAlone)('is refused while it is being ended', async () => {
    const act = await arrange();
    const before = await state();
    const { asked } = await app.context.db.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [anna.id]);
      const answer = act();
      await untilLockWait(app.context.db, answer);
      await endElsewhere(tx);
      return { asked: answer };
    });
    expect((await asked).body.error.code).toBe('unauthenticated');
    expect(await state()).toEqual(before);
  });
});
