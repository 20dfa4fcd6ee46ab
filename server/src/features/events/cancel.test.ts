import { eventRoutes, type EventUpdate } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { chatTopic, eventTopic, userTopic } from '@hereabouts/contract/realtime';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOT_FOUND = { error: { code: 'not_found', message: 'Not found' } };
const MAY_NOT = { code: 'forbidden', message: 'You do not have permission to cancel this event' };
const ENDED = { code: 'event_ended', message: 'This event has ended' };
const CANCELLED = { code: 'event_cancelled', message: 'This event was cancelled' };
const NOTHING = {
  edit: false,
  invite: false,
  respond: false,
  cancel: false,
  live: false,
  link: false,
  remove_guests: false,
  co_hosts: false,
  announce: false,
};

let app: TestApp;
let host: TestPerson;
let going: TestPerson;
let declined: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  going = await app.signUp({ name: 'Going' });
  declined = await app.signUp({ name: 'Declined' });
  stranger = await app.signUp({ name: 'Stranger' });
  await befriend(host, going);
  await befriend(host, declined);
});
afterAll(() => app.stop());

const cancel = (person: TestPerson, eventId: number) =>
  person.call(eventRoutes.cancelEvent, { params: { eventId } });
const detail = (person: TestPerson, eventId: number) =>
  person.ok(eventRoutes.getEvent, { params: { eventId } });
const respond = (person: TestPerson, eventId: number, status: 'accepted' | 'declined') =>
  person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
const update = (eventId: number, changes: Partial<EventUpdate> = {}) =>
  host.call(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock), keep_answers: true, ...changes },
  });
/** With one who goes and one who does not. */
async function arrange(changes: Parameters<typeof createEvent>[2] = {}): Promise<number> {
  const eventId = await createEvent(app, host, { invitee_ids: [going.id, declined.id], ...changes });
  await respond(going, eventId, 'accepted');
  await respond(declined, eventId, 'declined');
  return eventId;
}

describe('who may cancel', () => {
  test('SAFE-04 PERM-01 anonymous visitors may not', async () => {
    const params = { eventId: await arrange() };
    expect((await app.anonymous.call(eventRoutes.cancelEvent, { params })).status).toBe(401);
  });

  test('SAFE-04 PERM-04 PERM-05 others get the text, or nothing where they see no event', async () => {
    const [open, hidden] = [await arrange(), await arrange({ is_private: true })];
    for (const [person, eventId] of [
      [going, open],
      [stranger, open],
      [going, hidden],
    ] as const) {
      const answer = await cancel(person, eventId);
      expect([answer.status, answer.body.error]).toEqual([403, MAY_NOT]);
    }
    for (const eventId of [hidden, 999_999]) {
      const answer = await cancel(stranger, eventId);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await detail(host, hidden)).is_cancelled).toBe(false);
  });

  test('SAFE-04 up to the last moment of the event and not after it', async () => {
    const ended = await createEvent(app, host);
    const ending = await createEvent(app, host);
    const sql = 'update events set start_time = $2, end_time = $3 where id = $1';
    const start = hoursFromNow(app.clock, -2);
    await app.context.db.query(sql, [ending, start, hoursFromNow(app.clock, 0)]);
    await app.context.db.query(sql, [ended, start, new Date(app.clock.now() - 1).toISOString()]);
    const answer = await cancel(host, ended);
    expect([answer.status, answer.body.error]).toEqual([409, ENDED]);
    expect((await detail(host, ended)).permissions.cancel).toBe(false);
    expect((await detail(host, ending)).permissions.cancel).toBe(true);
    expect((await cancel(host, ending)).status).toBe(204);
  });
});

describe('a cancelled event', () => {
  test('SAFE-04 reads so to everyone, and nobody may do anything with it', async () => {
    const eventId = await arrange();
    expect((await detail(host, eventId)).permissions).toEqual({
      edit: true,
      invite: true,
      respond: true,
      cancel: true,
      live: true,
      link: true,
      remove_guests: true,
      co_hosts: true,
      announce: true,
    });
    expect((await cancel(host, eventId)).status).toBe(204);
    for (const person of [host, going, declined, stranger]) {
      const { is_cancelled, permissions } = await detail(person, eventId);
      expect([is_cancelled, permissions]).toEqual([true, NOTHING]);
    }
    // Its chat stays readable.
    expect((await detail(going, eventId)).chat).toEqual({ last_seq: 0, read_seq: 0, uncounted: 0 });
  });

  test('SAFE-04 refuses answers, invitations and changes', async () => {
    const eventId = await arrange();
    await cancel(host, eventId);
    const params = { eventId };
    const friend = await app.signUp();
    await befriend(host, friend);
    for (const answer of [
      await respond(declined, eventId, 'accepted'),
      await host.call(inviteRoutes.inviteFriends, { params, body: { user_ids: [friend.id] } }),
      await host.call(inviteRoutes.listInvitable, { params, query: {} }),
      await update(eventId, { title: 'Still on' }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([409, CANCELLED]);
    }
    const { title, invites } = await detail(host, eventId);
    expect([title, invites.map(({ user, status }) => [user.name, status])]).toEqual([
      'Beach bonfire',
      [
        ['Declined', 'declined'],
        ['Going', 'accepted'],
      ],
    ]);
  });

  test('SAFE-04 HOME-10 stays in the lists until its end, but never among those that run', async () => {
    const viewer = await app.signUp();
    await befriend(host, viewer);
    const at = (title: string, startHours: number, endHours: number) =>
      createEvent(app, host, {
        title,
        start_time: hoursFromNow(app.clock, startHours),
        end_time: hoursFromNow(app.clock, endHours),
        invitee_ids: [viewer.id],
      });
    await at('Runs', -1, 3);
    const cancelled = await at('Cancelled', -1, 1);
    await at('Later', 1, 2);
    await cancel(host, cancelled);
    const home = async () =>
      (await viewer.ok(eventRoutes.listHome, { query: {} })).events.map(({ title, is_cancelled }) => [
        title,
        is_cancelled,
      ]);
    expect(await home()).toEqual([
      ['Runs', false],
      ['Cancelled', true],
      ['Later', false],
    ]);
    const { shared_events } = await viewer.ok(userRoutes.getUser, { params: { userId: host.id } });
    expect(shared_events?.filter(({ is_cancelled }) => is_cancelled).map(({ id }) => id)).toEqual([
      cancelled,
    ]);
    await app.context.db.query('update events set end_time = $2 where id = $1', [
      cancelled,
      hoursFromNow(app.clock, -0.1),
    ]);
    expect((await home()).map(([title]) => title)).toEqual(['Runs', 'Later']);
  });

  test('SAFE-04 LIVE-01 LIVE-09 takes sharing and the meeting point with it, and leaves those of others', async () => {
    const [eventId, other] = [await arrange(), await arrange()];
    const { db } = app.context;
    const now = hoursFromNow(app.clock, 0);
    for (const id of [eventId, other]) {
      await db.query(
        'insert into live_sharing (event_id, user_id, session_id, started_at, ends_at) values ($1, $2, $2, $3, $3)',
        [id, going.id, now],
      );
      await db.query(
        `insert into meeting_points (event_id, name, latitude, longitude, set_at) values ($1, 'Slip', 49, -2, $2)`,
        [id, now],
      );
    }
    const socket = await app.connect(going);
    await socket.join(userTopic(going.id));
    await cancel(host, eventId);
    const left = await db.query<{ event_id: number }>(
      'select event_id from live_sharing union all select event_id from meeting_points order by 1',
    );
    expect(left.map(({ event_id }) => event_id)).toEqual([other, other]);
    expect(await socket.seen(userTopic(going.id), 'sharing_changed')).toEqual({ event_id: eventId });
  });
});

describe('being told', () => {
  test('SAFE-04 NOTE-01 guests who have not declined are notified; everyone’s open pages hear it', async () => {
    const eventId = await arrange();
    const devices = [
      [host, await app.connect(host)],
      [going, await app.connect(going)],
      [declined, await app.connect(declined)],
    ] as const;
    for (const [person, socket] of devices) await socket.join(userTopic(person.id));
    const onlooker = await app.connect(stranger);
    await onlooker.join(eventTopic(eventId));
    await cancel(host, eventId);

    expect(await onlooker.seen(eventTopic(eventId), 'event_changed')).toEqual({ event_id: eventId });
    for (const [person, socket] of devices) {
      expect(await socket.seen(userTopic(person.id), 'event_list_changed')).toEqual({ event_id: eventId });
    }
    const newest = async (person: TestPerson) => {
      const { notifications } = await person.ok(notificationRoutes.listNotifications, {
        query: { limit: 1 },
      });
      return [notifications[0]?.kind, notifications[0]?.event?.id, notifications[0]?.actor?.id];
    };
    expect(await newest(going)).toEqual(['event_cancelled', eventId, host.id]);
    expect((await newest(declined))[0]).toBe('invited');
    expect((await newest(host))[0]).not.toBe('event_cancelled');
  });

  test('SAFE-04 an open chat is told to refetch when it becomes read-only', async () => {
    const eventId = await arrange();
    const heard: [string, string][] = [];
    const publish = app.context.realtime.publish;
    app.context.realtime.publish = (topic, event, payload) => {
      heard.push([topic, event]);
      publish(topic, event, payload);
    };
    try {
      await cancel(host, eventId);
    } finally {
      app.context.realtime.publish = publish;
    }
    expect(heard).toContainEqual([chatTopic(eventId), 'chat_changed']);
  });

  test('SAFE-04 cancelling again is answered alike and tells nobody', async () => {
    const eventId = await arrange();
    const socket = await app.connect(going);
    await socket.join(userTopic(going.id));
    const answers = await Promise.all([cancel(host, eventId), cancel(host, eventId)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    // The counts follow the answer.
    await socket.seen(userTopic(going.id), 'notifications_changed');
    await socket.settled();
    const told = () => socket.received.filter(({ event }) => !event.startsWith('phx_')).length;
    const sql = 'select cancelled_at, updated_at from events where id = $1';
    const before = { event: await app.context.db.query(sql, [eventId]), told: told() };
    app.clock.set(app.clock.now() + 1_000);
    expect((await cancel(host, eventId)).status).toBe(204);
    await socket.settled();
    expect({ event: await app.context.db.query(sql, [eventId]), told: told() }).toEqual(before);
  });
});
