import { CO_HOST_TEXTS, coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { CO_HOSTS_MAX } from '@hereabouts/contract/limits';
import { eventTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, eventInput } from '@hereabouts/testing/builders';
import { tinyPng } from '@hereabouts/testing/pictures';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let tom: TestPerson;
let anna: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
});
beforeEach(async () => {
  [tom, anna] = [await app.signUp({ name: 'Tom' }), await app.signUp({ name: 'Anna' })];
  for (const person of [tom, anna]) await befriend(host, person);
  eventId = await createEvent(app, host, { is_private: true, invitee_ids: [tom.id, anna.id] });
});
afterAll(() => app.stop());

const add = (who: { id: string }, by = host) =>
  by.call(coHostRoutes.addCoHost, { params: { eventId, userId: who.id } });
const remove = (who: { id: string }, by = host) =>
  by.call(coHostRoutes.removeCoHost, { params: { eventId, userId: who.id } });
const coHosts = async () => {
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  return invites.filter(({ is_co_host }) => is_co_host).map(({ user }) => user.name);
};
const edit = (by: TestPerson, ids: string[], rest: object = {}) =>
  by.call(routes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock, { is_private: true, invitee_ids: ids }), keep_answers: true, ...rest },
  });
const refusal = async (asked: Promise<{ status: number; body: { error: { message: string } } }>) => {
  const { status, body } = await asked;
  return [status, body.error.message];
};

test('SAFE-01 a co-host cannot tell whether somebody who has blocked them is on the list (S67)', async () => {
  await befriend(tom, anna);
  await add(tom);
  await anna.call(routes.blockUser, { params: { userId: tom.id } });
  const stranger = await app.signUp();
  const invite = (id: string) =>
    tom.call(routes.inviteFriends, { params: { eventId }, body: { user_ids: [id] } });
  const refused = [403, EVENT_TEXTS.onlyFriends];
  for (const { id } of [anna, stranger]) {
    expect(await refusal(invite(id))).toEqual(refused);
    expect(await refusal(edit(tom, [tom.id, id]))).toEqual(refused);
  }
  expect((await edit(tom, [tom.id])).status).toBe(200);
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  expect(invites.map(({ user }) => user.name)).toEqual(['Anna', 'Tom']);
});

describe('HOST-02 appointing', () => {
  test('HOST-02 the co-host is notified, has the rights of a host, and everybody sees who hosts', async () => {
    expect((await add(tom)).status).toBe(204);
    expect((await add(tom)).status).toBe(204);
    expect(await coHosts()).toEqual(['Tom']);
    const seen = await tom.ok(routes.getEvent, { params: { eventId } });
    expect(seen).toMatchObject({
      is_co_host: true,
      permissions: { edit: true, invite: true, link: true, cancel: false, co_hosts: false },
    });
    const { notifications } = await tom.ok(routes.listNotifications);
    expect(notifications.map(({ kind }) => kind)).toEqual(['made_co_host', 'invited']);
    expect((await anna.ok(routes.getEvent, { params: { eventId } })).invites).toMatchObject([
      { user: { name: 'Anna' }, is_co_host: false },
      { user: { name: 'Tom' }, is_co_host: true },
    ]);
    await edit(tom, [tom.id, anna.id], { title: 'Renamed' });
    const news = await host.ok(routes.listNotifications);
    expect(news.notifications[0]).toMatchObject({ kind: 'event_changed', actor: { name: 'Tom' } });
  });

  test('HOST-02 GUEST-05 OPS-13 only guests with an account who have not declined and are not suspended, and at most ten', async () => {
    expect(await refusal(add(await app.signUp()))).toEqual([400, CO_HOST_TEXTS.notAGuest]);
    expect(await refusal(add(host))).toEqual([400, CO_HOST_TEXTS.notAGuest]);
    await answer(tom, eventId, 'declined');
    expect(await refusal(add(tom))).toEqual([400, CO_HOST_TEXTS.notGoing]);
    const guest = await app.comeAsGuest();
    const { token } = await host.ok(routes.createEventLink, { params: { eventId } });
    await guest.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
    expect(await refusal(add(guest))).toEqual([400, CO_HOST_TEXTS.needsAccount]);
    for (let n = 0; n < CO_HOSTS_MAX; n++) {
      const person = await app.signUp();
      await person.ok(routes.joinByLink, { params: { token }, body: { status: 'pending' } });
      expect((await add(person)).status).toBe(204);
    }
    expect(await refusal(add(anna))).toEqual([409, CO_HOST_TEXTS.tooMany]);
    await app.context.auth.suspend(anna.id, async () => {});
    expect(await refusal(add(anna))).toEqual([400, CO_HOST_TEXTS.notNow]);
  });

  test('HOST-02 only the creator appoints and removes; nobody removes the creator', async () => {
    await add(tom);
    await add(anna);
    expect((await add(anna, tom)).status).toBe(403);
    expect(await refusal(remove(anna, tom))).toEqual([403, CO_HOST_TEXTS.mayNotAppoint]);
    expect((await remove(host, tom)).status).toBe(403);
    expect(await refusal(edit(tom, [tom.id]))).toEqual([403, CO_HOST_TEXTS.mayNotRemove]);
    expect((await edit(tom, [], { base: eventInput(app.clock, { is_private: true }) })).status).toBe(200);
    expect(await coHosts()).toEqual(['Anna', 'Tom']);
    expect((await tom.call(routes.cancelEvent, { params: { eventId } })).status).toBe(403);
  });
});

test('HOST-02 a co-host, who may not cancel, does not let the event end within the hour either', async () => {
  await add(tom);
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const times = (start: number, end: number) => ({ start_time: at(start), end_time: at(end) });
  const everybody = [tom.id, anna.id];
  const running = times(-HOUR_MS, 4 * HOUR_MS);
  expect((await edit(host, everybody, running)).status).toBe(200);
  for (const [start, end] of [
    [-HOUR_MS, -MINUTE_MS],
    [-9 * HOUR_MS, -8 * HOUR_MS],
    [-HOUR_MS, 59 * MINUTE_MS],
  ] as const) {
    expect(await refusal(edit(tom, everybody, times(start, end)))).toEqual([403, CO_HOST_TEXTS.mayNotEnd]);
  }
  expect((await edit(tom, everybody, times(-HOUR_MS, HOUR_MS))).status).toBe(200);
  const soon = times(-HOUR_MS, HOUR_MS / 2);
  expect((await edit(host, everybody, soon)).status).toBe(200);
  expect((await edit(tom, everybody, { ...soon, title: 'Last orders' })).status).toBe(200);
  expect((await edit(tom, everybody, times(-HOUR_MS, HOUR_MS / 4))).status).toBe(403);
  expect((await edit(tom, everybody, times(-HOUR_MS, 45 * MINUTE_MS))).status).toBe(200);
  expect((await edit(host, everybody, times(-HOUR_MS, -MINUTE_MS))).status).toBe(200);
});

test('HOST-02 LIVE-10 a co-host can neither postpone the start nor reset the answers while the event runs', async () => {
  await add(tom);
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const times = (start: number) => ({ start_time: at(start), end_time: at(4 * HOUR_MS) });
  const everybody = [tom.id, anna.id];
  expect((await edit(tom, everybody, { ...times(HOUR_MS), keep_answers: false })).status).toBe(200);
  expect((await edit(host, everybody, times(-HOUR_MS))).status).toBe(200);
  await answer(anna, eventId, 'accepted');
  await anna.ok(routes.startSharing, { params: { eventId } });
  for (const change of [times(MINUTE_MS), { ...times(-HOUR_MS), keep_answers: false }]) {
    expect(await refusal(edit(tom, everybody, change))).toEqual([403, CO_HOST_TEXTS.mayNotInterrupt]);
  }
  expect((await edit(tom, everybody, { ...times(-HOUR_MS), title: 'By the pier' })).status).toBe(200);
  expect(await refusal(edit(tom, [tom.id], times(-HOUR_MS)))).toEqual([
    403,
    CO_HOST_TEXTS.mayNotRemoveByEdit,
  ]);
  const sharing = 'select user_id from live_sharing where event_id = $1';
  expect(await app.context.db.query(sharing, [eventId])).toEqual([{ user_id: anna.id }]);
  expect((await edit(host, everybody, { ...times(-HOUR_MS), keep_answers: false })).status).toBe(200);
  expect(await app.context.db.query(sharing, [eventId])).toEqual([]);
});

test('HOST-02 NOTE-01 SAFE-01 a guest in a block with the co-host hears of a change, but not by whom', async () => {
  await add(tom);
  await block(anna, tom);
  const newsOf = async (who: TestPerson) => {
    const { notifications } = await who.ok(routes.listNotifications);
    return notifications
      .filter(({ kind }) => kind === 'event_changed')
      .map(({ actor }) => actor?.name ?? null);
  };
  expect((await edit(tom, [tom.id], { location_name: 'Gorey Pier' })).status).toBe(200);
  expect(await newsOf(anna)).toEqual([null]);
  expect((await newsOf(host))[0]).toBe('Tom');
  await answer(anna, eventId, 'accepted');
  expect((await edit(tom, [tom.id], { title: 'Moved again', keep_answers: false })).status).toBe(200);
  const { my_status } = await anna.ok(routes.getEvent, { params: { eventId } });
  expect([my_status, await newsOf(anna)]).toEqual(['pending', [null]]);
});

describe('HOST-02 EVF-16 a co-host invites', () => {
  test('EVF-16 HOST-02 their own friends, but nobody in a block with the creator', async () => {
    await add(tom);
    const [friend, blocked, blocking] = [await app.signUp(), await app.signUp(), await app.signUp()];
    for (const person of [friend, blocked, blocking]) await befriend(tom, person);
    await befriend(tom, host).catch(() => {});
    await block(host, blocked);
    await block(blocking, host);
    const { friends } = await tom.ok(routes.listInvitable, { params: { eventId }, query: {} });
    expect(friends.map(({ id }) => id)).toEqual([friend.id]);
    const invite = async (ids: string[]) =>
      (await tom.call(routes.inviteFriends, { params: { eventId }, body: { user_ids: ids } })).status;
    for (const person of [blocked, blocking, await app.signUp()]) expect(await invite([person.id])).toBe(403);
    expect((await edit(tom, [tom.id, anna.id, blocked.id])).status).toBe(403);
    expect(await invite([friend.id])).toBe(201);
    await remove(tom);
    const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
    expect(invites.map(({ user }) => user.id)).toContain(friend.id);
  });
});

describe('HOST-02 the end of the role', () => {
  test.each([
    ['stepping down', () => remove(tom, tom)],
    ['the creator', () => remove(tom)],
    ['Not Going', () => answer(tom, eventId, 'declined')],
    ['removal', () => edit(host, [anna.id])],
    ['a block', () => block(tom, host)],
    ['suspension', () => app.context.auth.suspend(tom.id, async () => {})],
    ['deletion', () => app.context.db.query('delete from users where id = $1', [tom.id])],
  ])('HOST-02 by %s', async (_, end) => {
    await add(tom);
    expect(await coHosts()).toEqual(['Tom']);
    await end();
    expect(await coHosts()).toEqual([]);
  });

  test('HOST-02 OPS-13 open pages of the event hear that a suspended person hosts it no longer, which lasts', async () => {
    await add(tom);
    const socket = await app.connect(host);
    await socket.join(eventTopic(eventId));
    // Past the pause after the hint before.
    app.clock.advance(5_000);
    await app.context.auth.suspend(tom.id, async () => {});
    await socket.seen(eventTopic(eventId), 'event_changed');
    await app.context.auth.reinstate(tom.id, async () => {});
    expect(await coHosts()).toEqual([]);
  });

  test('HOST-02 not by unfriending, a new answer or being asked again', async () => {
    await add(tom);
    const { friendship_id: friendshipId } = await tom.ok(routes.getUser, { params: { userId: host.id } });
    await tom.ok(routes.deleteFriendship, { params: { friendshipId: friendshipId! } });
    await answer(tom, eventId, 'accepted');
    expect((await edit(host, [tom.id, anna.id], { title: 'New', keep_answers: false })).status).toBe(200);
    expect(await coHosts()).toEqual(['Tom']);
  });

  test('HOST-02 a change that waited for the removal is refused', async () => {
    await add(tom);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: removed, resolve: hasRemoved } = Promise.withResolvers<void>();
    const removal = app.context.db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [eventId]);
      await tx.query('update event_invites set is_co_host = false where event_id = $1', [eventId]);
      hasRemoved();
      await held;
    });
    await removed;
    const asked = tom.call(routes.createEventLink, { params: { eventId } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();
    await removal;
    expect((await asked).status).toBe(403);
  });
});

test('HOST-07 EVF-17 a host uses the picture of the event for one of their own, nobody else does', async () => {
  const { path: image } = await host.ok(routes.createUpload, { body: await tinyPng() });
  await edit(host, [tom.id, anna.id], { image });
  await add(tom);
  const createBy = (person: TestPerson) =>
    person.call(routes.createEvent, { body: eventInput(app.clock, { image }) });
  expect((await createBy(tom)).status).toBe(201);
  expect((await createBy(anna)).status).toBe(400);
  await remove(tom);
  // The event of his own has it.
  expect((await createBy(tom)).status).toBe(201);
  expect((await tom.call(routes.updateMe, { body: { image } })).status).toBe(400);
});

// The embedded database has one connection: nothing comes in between there.
test.runIf(inject('testDatabase').engine === 'postgres')(
  'HOST-02 OPS-13 who is being suspended does not become a co-host',
  async () => {
    const { auth, db } = app.context;
    const adding: ReturnType<typeof add>[] = [];
    await auth.suspend(tom.id, async () => {
      adding.push(add(tom));
      await expect.poll(() => countLockWaits(db)).toBe(1);
    });
    expect((await adding[0])?.body).toMatchObject({ error: { code: 'invalid' } });
    expect(await coHosts()).toEqual([]);
  },
);
