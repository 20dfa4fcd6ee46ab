import { eventRoutes, type EventUpdate } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { notificationRoutes, type NotificationPage } from '@hereabouts/contract/notifications';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, ask, befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { kinds, mark, read, readAll } from '@hereabouts/testing/notifications';
import type { TestSocket } from '@hereabouts/testing/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notify } from './service.ts';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  host = await app.signUp({ name: 'Host' });
  [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
  await befriend(anna, host);
  await befriend(ben, host);
  // What follows is about other news than these.
  await app.context.db.query('delete from notifications');
});
afterAll(() => app.stop());

const unread = async (person: TestPerson) => (await read(person)).unread_count;
const update = (eventId: number, changes: Partial<EventUpdate>) =>
  host.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock), invitee_ids: [anna.id, ben.id], keep_answers: true, ...changes },
  });
const countsHeard = ({ received }: TestSocket) =>
  received
    .filter(({ event }) => event === 'notifications_changed')
    .map(({ payload }) => payload['unread_count']);
/** Counts are published some time after what changed them. */
const hears = async (socket: TestSocket, counts: readonly number[]) =>
  await expect.poll(() => countsHeard(socket)).toEqual(counts);

test('NOTE-01 PERM-01 anonymous visitors have no notifications', async () => {
  const calls = [
    app.anonymous.call(notificationRoutes.listNotifications, { query: {} }),
    app.anonymous.call(notificationRoutes.markNotificationsRead, { body: { up_to_id: 1 } }),
  ];
  expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([401, 401]);
});

test.each([{}, { up_to_id: -1 }, { up_to_id: 1.5 }, { up_to_id: '1' }])(
  'NOTE-01 %j does not say up to where one has read',
  async (body) => {
    const answer = await anna.call(notificationRoutes.markNotificationsRead, {
      body: body as { up_to_id: number },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid']);
  },
);

test.each(['nothing', Buffer.from('["1"]').toString('base64url')])(
  'NOTE-01 %s is no cursor of ours',
  async (cursor) => {
    const answer = await anna.call(notificationRoutes.listNotifications, { query: { cursor } });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid']);
  },
);

describe('notifications of changes', () => {
  test('NOTE-01 an invitation, with who asks to what, and never oneself', async () => {
    const socket = await app.listen(anna);
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    const page = await read(anna);
    expect(page).toEqual({
      notifications: [
        {
          id: expect.any(Number),
          kind: 'invited',
          actor: { id: host.id, name: 'Host', image: null },
          event: { id: eventId, title: 'Beach bonfire', start_time: hoursFromNow(app.clock, 1) },
          deleted_events: null,
          created_at: hoursFromNow(app.clock, 0),
          is_read: false,
          request: null,
          invitation: {
            my_status: 'pending',
            is_waiting: false,
            can_answer: true,
            end_time: hoursFromNow(app.clock, 3),
            places: null,
            going_count: null,
            bring_max: 0,
          },
        },
      ],
      next_cursor: null,
      unread_count: 1,
    } satisfies NotificationPage);
    await hears(socket, [1]);
    expect([await kinds(host), await kinds(ben)]).toEqual([[], []]);
  });

  test('NOTE-01 a later invitation, by form or one by one, is news until taken off the list', async () => {
    const eventId = await createEvent(app, host);
    await update(eventId, { invitee_ids: [anna.id] });
    await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [ben.id] } });
    expect([await kinds(anna), await kinds(ben)]).toEqual([['invited'], ['invited']]);

    const socket = await app.listen(ben);
    await update(eventId, { invitee_ids: [anna.id] });
    expect(await kinds(ben)).toEqual([]);
    await hears(socket, [0]);
  });

  test('NOTE-01 a friend request, which is no news once accepted or taken back', async () => {
    const stranger = await app.signUp({ name: 'Stranger' });
    const socket = await app.listen(anna);
    const first = await ask(stranger, anna);
    const { notifications } = await read(anna);
    expect(notifications).toMatchObject([
      { kind: 'request_received', actor: { id: stranger.id }, event: null },
    ]);
    await hears(socket, [1]);
    await stranger.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId: first } });
    expect(await kinds(anna)).toEqual([]);
    await hears(socket, [1, 0]);

    const second = await ask(stranger, anna);
    await hears(socket, [1, 0, 1]);
    await anna.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId: second } });
    expect(await kinds(anna)).toEqual([]);
    await hears(socket, [1, 0, 1, 0]);
    expect((await read(stranger)).notifications).toMatchObject([
      { kind: 'request_accepted', actor: { id: anna.id } },
    ]);
  });

  test('NOTE-01 NOTE-02 the owner of a friend link is notified of its use', async () => {
    const stranger = await app.signUp({ name: 'Stranger' });
    const { token } = await anna.ok(friendLinkRoutes.createFriendLink);
    const use = () => stranger.ok(friendLinkRoutes.befriendByLink, { params: { token } });
    await use();
    await use();
    expect((await read(anna)).notifications).toMatchObject([
      { kind: 'request_accepted', actor: { id: stranger.id } },
    ]);
    expect(await kinds(stranger)).toEqual([]);
  });

  test('NOTE-01 accepting twice tells once', async () => {
    const stranger = await app.signUp();
    const params = { friendshipId: await ask(stranger, anna) };
    await Promise.all([
      anna.ok(friendshipRoutes.acceptFriendRequest, { params }),
      anna.ok(friendshipRoutes.acceptFriendRequest, { params }),
    ]);
    expect(await kinds(stranger)).toEqual(['request_accepted']);
  });

  test.each([
    ['title', { title: 'Cliff walk' }],
    ['description', { description: 'Now with soup' }],
    ['place', { location_name: 'Plémont' }],
    ['address', { location_address: 'La Route de Plémont' }],
    ['point', { location_latitude: 49.25 }],
  ] as const)('NOTE-01 a change of the %s', async (_, changes) => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
    await answer(ben, eventId, 'declined');
    await Promise.all([readAll(anna), readAll(ben)]);
    await update(eventId, changes);
    expect([await kinds(anna), await kinds(ben)]).toEqual([['event_changed', 'invited'], ['invited']]);
  });

  test('NOTE-01 a change of the times, but not of the seconds that the form does not show', async () => {
    const eventId = await createEvent(app, host, {
      invitee_ids: [anna.id],
      end_time: '2026-06-21T20:00:45.000Z',
    });
    const guests = { invitee_ids: [anna.id] };
    await update(eventId, { ...guests, end_time: '2026-06-21T20:00:00.000Z' });
    expect(await kinds(anna)).toEqual(['invited']);
    await update(eventId, { ...guests, end_time: '2026-06-21T20:01:00.000Z' });
    expect(await kinds(anna)).toEqual(['event_changed', 'invited']);
  });

  test('NOTE-01 EVF-15 an edit of the privacy alone notifies only guests whose answer it resets', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
    await answer(ben, eventId, 'declined');
    await update(eventId, { is_private: true });
    expect([await kinds(anna), await kinds(ben)]).toEqual([['invited'], ['invited']]);
    await update(eventId, { is_private: true, keep_answers: false });
    expect([await kinds(anna), await kinds(ben)]).toEqual([['invited'], ['event_changed', 'invited']]);
  });

  test('NOTE-01 unread notifications are merged and move to the top; after reading a new one is added', async () => {
    const other = await createEvent(app, host, { title: 'Other', invitee_ids: [anna.id] });
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await update(eventId, { title: 'One', invitee_ids: [anna.id] });
    await update(other, { title: 'Two', invitee_ids: [anna.id] });
    app.clock.set(app.clock.now() + 60_000);
    await update(eventId, { title: 'Three', invitee_ids: [anna.id] });
    const about = async () =>
      (await read(anna)).notifications.map(({ kind, event, is_read }) => [kind, event?.id, is_read]);
    expect(await about()).toEqual([
      ['event_changed', eventId, false],
      ['event_changed', other, false],
      ['invited', eventId, false],
      ['invited', other, false],
    ]);
    expect((await read(anna)).notifications[0]?.created_at).toBe(hoursFromNow(app.clock, 0));

    await readAll(anna);
    await update(other, { title: 'Four', invitee_ids: [anna.id] });
    expect((await about()).slice(0, 2)).toEqual([
      ['event_changed', other, false],
      ['event_changed', eventId, true],
    ]);
    expect(await unread(anna)).toBe(1);
  });

  test('NOTE-01 news told by several at once is listed once', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
    const news = { kind: 'meeting_point_set', eventId, actorId: host.id } as const;
    const now = hoursFromNow(app.clock, 0);
    const orders = [
      [anna.id, ben.id, anna.id],
      [ben.id, anna.id, host.id],
    ];
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        app.context.change((tx, after) =>
          notify(app.context, tx, after, { ...news, userIds: orders[turn % 2]! }, now),
        ),
      ),
    );
    expect([await kinds(anna), await kinds(ben), await kinds(host)]).toEqual([
      ['meeting_point_set', 'invited'],
      ['meeting_point_set', 'invited'],
      [],
    ]);
  });

  test('NOTE-01 a rollback notifies nobody', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await readAll(anna);
    const stranger = await app.signUp();
    const answer = await host.call(eventRoutes.updateEvent, {
      params: { eventId },
      body: {
        ...eventInput(app.clock, { title: 'No', invitee_ids: [anna.id, stranger.id] }),
        keep_answers: true,
      },
    });
    expect(answer.status).toBe(403);
    expect([await kinds(anna), await kinds(stranger)]).toEqual([['invited'], []]);
  });
});

describe('reading', () => {
  test('NOTE-01 pages go back without gaps or doubles, also while there is more to tell', async () => {
    const events: number[] = [];
    for (let count = 0; count < 5; count++) {
      events.unshift(await createEvent(app, host, { invitee_ids: [anna.id] }));
    }
    const seen: (number | undefined)[] = [];
    let cursor: string | null = null;
    do {
      const page: NotificationPage = await read(anna, { limit: 2, ...(cursor === null ? {} : { cursor }) });
      expect(page.unread_count).toBeGreaterThanOrEqual(5);
      seen.push(...page.notifications.map(({ event }) => event?.id));
      cursor = page.next_cursor;
      await createEvent(app, host, { invitee_ids: [anna.id] });
    } while (cursor !== null);
    expect(seen).toEqual(events);
  });

  test('NOTE-01 marking up to one leaves newer ones, reaches other devices, and again says nothing', async () => {
    for (let count = 0; count < 3; count++) await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
    const [newest, middle] = (await read(anna)).notifications;
    const phone = await app.listen(anna);
    const answer = await mark(anna, middle!.id);
    expect([answer.status, answer.body]).toEqual([200, { unread_count: 1 }]);
    await hears(phone, [1]);
    await mark(anna, middle!.id);
    expect((await read(anna)).notifications.map(({ is_read }) => is_read)).toEqual([false, true, true]);
    expect(await unread(ben)).toBe(3);
    await mark(anna, newest!.id);
    await hears(phone, [1, 0]);
  });

  test('NOTE-01 PERM-05 an event that one cannot see any more is neither listed nor counted', async () => {
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [anna.id, ben.id] });
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await update(eventId, { is_private: true, title: 'Changed' });
    expect([await unread(anna), await kinds(anna)]).toEqual([3, ['event_changed', 'invited', 'invited']]);

    const socket = await app.listen(anna);
    await update(eventId, { is_private: true, invitee_ids: [ben.id] });
    expect([await unread(anna), await kinds(anna)]).toEqual([1, ['invited']]);
    await hears(socket, [1]);
  });

  test('NOTE-01 SAFE-01 nothing about a person with whom there is a block', async () => {
    const stranger = await app.signUp();
    await ask(stranger, anna);
    const pair = 'insert into blocks (user_id, other_id, is_blocker, created_at) values ($1, $2, $3, now())';
    await app.context.db.query(pair, [anna.id, stranger.id, false]);
    await app.context.db.query(pair, [stranger.id, anna.id, true]);
    expect(await read(anna)).toMatchObject({ notifications: [], unread_count: 0 });
  });
});
