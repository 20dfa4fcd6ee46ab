import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { EVENT_LINK_TEXTS, eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type Caller, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import {
  befriend,
  block,
  createEvent,
  eventInput,
  fillGuestList,
  unblock,
} from '@hereabouts/testing/builders';
import { hashLinkToken } from '@hereabouts/server/lib/link-token';
import { kinds } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const GONE = { error: { code: 'not_found', message: 'This link has expired or was switched off.' } };
const WRONG = 'A'.repeat(22);

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

const make = async (person = host, id = eventId) =>
  (await person.ok(eventLinkRoutes.createEventLink, { params: { eventId: id } })).token;
const mine = async (person = host) =>
  (await person.ok(eventLinkRoutes.getEventLink, { params: { eventId } })).link?.token ?? null;
const end = (person = host) => person.call(eventLinkRoutes.endEventLink, { params: { eventId } });
const open = (caller: Caller, token: string) =>
  caller.call(eventLinkRoutes.openEventLink, { params: { token } });
const join = (caller: Caller, token: string, status: InviteStatus = 'accepted') =>
  caller.call(eventLinkRoutes.joinByLink, { params: { token }, body: { status } });
const answers = async () => {
  const { invites } = await host.ok(eventRoutes.getEvent, { params: { eventId } });
  return Object.fromEntries(invites.map(({ user, status }) => [user.name, status]));
};
const edit = (inviteeIds: string[], base?: string[]) =>
  host.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: {
      ...eventInput(app.clock, { is_private: true, invitee_ids: inviteeIds }),
      keep_answers: true,
      ...(base && { base: eventInput(app.clock, { is_private: true, invitee_ids: base }) }),
    },
  });
const expectGone = async (token: string, ...callers: Caller[]) => {
  for (const caller of callers) {
    for (const answer of [await open(caller, token), await join(caller, token)]) {
      if (answer.status !== 401) expect([answer.status, answer.body], token).toEqual([404, GONE]);
    }
  }
};

describe('LINK-01 the link of an event', () => {
  test('LINK-01 there is none at first; once made, its hosts see the same one everywhere', async () => {
    expect(await mine()).toBeNull();
    const token = await make();
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await mine()).toBe(token);
    const stored = JSON.stringify(await app.context.db.query('select * from event_links'));
    expect(stored).not.toContain(token);
  });

  test('LINK-01 one that was made under another key still works, and its hosts see that there is one, but not which', async () => {
    const params = { eventId };
    const shown = async () => (await host.ok(eventLinkRoutes.getEventLink, { params })).link;
    const derived = await make();
    const old = 'B'.repeat(22);
    await app.context.db.query('update event_links set token_hash = $2 where event_id = $1', [
      eventId,
      hashLinkToken(old),
    ]);
    expect(await shown()).toEqual({ token: null });
    expect((await open(guest, old)).status).toBe(200);
    await expectGone(derived, guest);
    const token = await make();
    expect(await shown()).toEqual({ token });
    await expectGone(old, guest, app.anonymous);
    await end();
    expect(await shown()).toBeNull();
  });

  test('LINK-01 a renewal and switching off end the old one at once', async () => {
    const first = await make();
    expect((await open(guest, first)).status).toBe(200);
    const second = await make();
    expect(second).not.toBe(first);
    await expectGone(first, guest, app.anonymous);
    expect((await open(guest, second)).status).toBe(200);
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
    await expectGone(second, guest, app.anonymous);
    expect(await mine()).toBeNull();
    expect(await answers()).toEqual({});
  });

  test('LINK-01 it expires when the event is cancelled', async () => {
    const token = await make();
    await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
    await expectGone(token, guest, app.anonymous);
    expect(await mine()).toBeNull();
    const again = await host.call(eventLinkRoutes.createEventLink, { params: { eventId } });
    expect(again.body.error.code).toBe('event_cancelled');
  });

  test('LINK-01 it expires when the event has ended', async () => {
    const token = await make();
    const { end_time } = await host.ok(eventRoutes.getEvent, { params: { eventId } });
    const back = app.clock.now();
    app.clock.set(Date.parse(end_time));
    await Promise.all([host.signInAgain(), guest.signInAgain()]);
    expect((await open(guest, token)).status).toBe(200);
    app.clock.set(Date.parse(end_time) + 1);
    await expectGone(token, guest, app.anonymous);
    expect(await mine()).toBeNull();
    app.clock.set(back);
  });

  test('LINK-01 it is gone while its creator is suspended', async () => {
    const token = await make();
    expect((await open(guest, token)).status).toBe(200);
    await app.context.auth.suspend(host.id, async () => {});
    await expectGone(token, guest, app.anonymous);
  });

  test('LINK-01 OPS-13 while its creator is suspended, a co-host is shown no link and can make none', async () => {
    const token = await make();
    const coHost = await app.signUp();
    await befriend(host, coHost);
    const params = { eventId };
    await host.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [coHost.id] } });
    await host.ok(coHostRoutes.addCoHost, { params: { eventId, userId: coHost.id } });
    const shown = async () => (await coHost.ok(eventLinkRoutes.getEventLink, { params })).link;
    expect(await shown()).toEqual({ token });
    await app.context.auth.suspend(host.id, async () => {});
    expect(await shown()).toBeNull();
    const refused = await coHost.call(eventLinkRoutes.createEventLink, { params });
    expect([refused.status, refused.body.error.message]).toEqual([400, EVENT_LINK_TEXTS.notNow]);
    await app.context.auth.reinstate(host.id, async () => {});
    expect(await shown()).toEqual({ token });
  });
});

describe('LINK-02 what a link shows', () => {
  test('LINK-02 signed out and signed in the same: no guest, no place on the map, no id of the event', async () => {
    const token = await make();
    const other = await app.signUp({ name: 'Someone Going' });
    await join(other, token, 'accepted');
    const shown = {
      title: 'Beach bonfire',
      start_time: eventInput(app.clock).start_time,
      end_time: eventInput(app.clock).end_time,
      location_name: "St Ouen's Bay",
      image: null,
      host_name: 'Marie Le Brocq',
      going_count: 2,
      places: null,
      bring_max: 0,
      is_full: false,
      guests_allowed: true,
      guest_of: null,
    };
    for (const caller of [app.anonymous, guest]) expect((await open(caller, token)).body).toEqual(shown);
  });

  test('LINK-02 opening it changes nothing', async () => {
    const token = await make();
    for (const caller of [guest, app.anonymous]) await open(caller, token);
    await fetch(`${app.url}/join/${token}`);
    expect(await answers()).toEqual({});
    expect((await guest.call(eventRoutes.getEvent, { params: { eventId } })).status).toBe(404);
  });

  test.each(['accepted', 'tentative', 'declined', 'pending'] as const)(
    'LINK-02 %s puts a signed-in person on the list',
    async (status) => {
      const token = await make();
      const socket = await app.listen(host);
      const answer = await join(guest, token, status);
      expect(answer.body).toEqual({ event_id: eventId, was_guest: false });
      expect(await answers()).toEqual({ 'Tom Renouf': status });
      expect((await guest.ok(eventRoutes.getEvent, { params: { eventId } })).my_status).toBe(status);
      await socket.settled();
      expect(await kinds(host)).toEqual(status === 'pending' ? [] : ['rsvp_received']);
    },
  );

  test('LINK-02 a session that has ended counts as none', async () => {
    const token = await make();
    await app.context.auth.suspend(guest.id, async () => {});
    expect((await open(guest, token)).body).toMatchObject({ guest_of: null });
    expect((await join(guest, token)).status).toBe(401);
  });
});

test('LINK-03 unknown and malformed links get the one same answer', async () => {
  for (const token of [WRONG, 'x', '../me', '\u{1f3d6}']) await expectGone(token, guest, app.anonymous);
  expect((await join(app.anonymous, WRONG)).status).toBe(401);
});

describe('LINK-04 a guest by link', () => {
  test('LINK-04 is nobody’s friend, and sees no more of anybody', async () => {
    const token = await make();
    await join(guest, token);
    const params = { userId: host.id };
    expect(await guest.ok(routes.getUser, { params })).toMatchObject({ relationship: 'not_connected' });
  });

  test('LINK-04 PERM-08 a block with the creator, either way, makes the link gone', async () => {
    const token = await make();
    const [blocked, blocking] = [await app.signUp(), await app.signUp()];
    await block(host, blocked);
    await block(blocking, host);
    await expectGone(token, blocked, blocking);
    await unblock(host, blocked);
    expect((await join(blocked, token)).status).toBe(200);
  });

  test('LINK-04 other pairs with a block are both guests and do not see each other', async () => {
    const token = await make();
    const other = await app.signUp({ name: 'Other' });
    await block(guest, other);
    for (const person of [guest, other]) expect((await join(person, token)).status).toBe(200);
    expect(Object.keys(await answers()).toSorted()).toEqual(['Other', 'Tom Renouf']);
    const { invites } = await guest.ok(eventRoutes.getEvent, { params: { eventId } });
    expect(invites.map(({ user }) => user.name)).toEqual(['Tom Renouf']);
  });
});

describe('LINK-05 people on the list', () => {
  test('LINK-05 keep their answer, and are told the event', async () => {
    const token = await make();
    await join(guest, token, 'declined');
    expect((await open(guest, token)).body.guest_of).toEqual({ event_id: eventId });
    expect((await join(guest, token, 'accepted')).body).toEqual({ event_id: eventId, was_guest: true });
    expect(await answers()).toEqual({ 'Tom Renouf': 'declined' });
    expect((await open(host, token)).body.guest_of).toEqual({ event_id: eventId });
    expect((await join(host, token)).body).toEqual({ event_id: eventId, was_guest: true });
  });

  test('LINK-05 who was removed finds the link gone, a renewed one too, until invited again', async () => {
    await befriend(host, guest);
    const token = await make();
    await join(guest, token);
    await edit([]);
    await expectGone(token, guest);
    await expectGone(await make(), guest);
    const renewed = (await mine()) ?? '';
    expect((await open(app.anonymous, renewed)).status).toBe(200);
    await host.ok(routes.inviteFriends, { params: { eventId }, body: { user_ids: [guest.id] } });
    expect((await open(guest, renewed)).body.guest_of).toEqual({ event_id: eventId });
  });

  test('EVF-15 EVF-16 an edit opened before somebody joined leaves them on the list', async () => {
    const token = await make();
    await join(guest, token, 'tentative');
    await edit([], []);
    expect(await answers()).toEqual({ 'Tom Renouf': 'tentative' });
    await edit([guest.id], [guest.id]);
    expect(await answers()).toEqual({ 'Tom Renouf': 'tentative' });
    await edit([], [guest.id]);
    expect(await answers()).toEqual({});
  });

  test('LINK-05 a list of 1,000 is full, and says so; its guests still find the event', async () => {
    const token = await make();
    await join(guest, token);
    await fillGuestList(app, eventId, 999);
    const last = await app.signUp();
    expect((await open(last, token)).body.is_full).toBe(false);
    expect((await join(last, token)).status).toBe(200);
    const late = await app.signUp();
    expect((await open(late, token)).body.is_full).toBe(true);
    const answer = await join(late, token);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'The guest list is full: 1,000 people are on it.',
    ]);
    expect((await join(guest, token)).body.was_guest).toBe(true);
    await befriend(host, late);
    const body = {
      ...eventInput(app.clock, { is_private: true, invitee_ids: [late.id] }),
      base: eventInput(app.clock, { is_private: true }),
      keep_answers: true,
    };
    const edited = await host.call(eventRoutes.updateEvent, { params: { eventId }, body });
    expect([edited.status, edited.body.error.message]).toEqual([
      400,
      'An event can have at most 1000 invited people',
    ]);
  });
});
