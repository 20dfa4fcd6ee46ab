import { blockRoutes } from '@hereabouts/contract/blocks';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { liveRoutes } from '@hereabouts/contract/live';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { lookOn, pass, somewhere, tick, type Onlooker } from '@hereabouts/testing/live';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let friend: TestPerson;
let friendship: string;
let eventId: number;
let open: Onlooker[];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const running = (changes: Partial<EventInput> = {}): Partial<EventInput> => ({
  start_time: hoursFromNow(app.clock, -1),
  end_time: hoursFromNow(app.clock, 0.1),
  ...changes,
});
const answer = (person: TestPerson, status: RsvpAnswer) =>
  person.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
const share = (person: TestPerson) => person.ok(liveRoutes.startSharing, { params: { eventId } });
const look = async (person: TestPerson, joinPayload?: object) => {
  const onlooker = await lookOn(app, person, eventId, joinPayload);
  open.push(onlooker);
  return onlooker;
};
/** Lets one person send a position and a tick pass. */
async function send(from: Onlooker, to: Onlooker[], position = somewhere) {
  const reply = await from.push('position', position);
  await tick(app, from, ...to);
  return reply;
}

const signOut = async (person: TestPerson) => {
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(`${app.url}/auth/v1/logout?scope=local`, { method: 'POST', headers });
  expect(response.status).toBe(204);
};

beforeEach(async () => {
  open = [];
  [host, friend] = [await app.signUp(), await app.signUp()];
  friendship = await befriend(host, friend);
  eventId = await createEvent(app, host, running({ invitee_ids: [friend.id] }));
  await answer(friend, 'accepted');
});
afterEach(() => {
  for (const onlooker of open) onlooker.disconnect();
});

test('LIVE-02 LIVE-05 a friend who takes part sees where the sharer is, within 1 m, with the server age', async () => {
  await share(host);
  const [sharer, viewer] = [await look(host), await look(friend)];
  expect(await send(sharer, [viewer], { ...somewhere, age_ms: 1_500 })).toEqual({ is_watched: true });
  const seen = viewer.decoder.friends.get(host.id)!;
  expect(seen.latitude).toBeCloseTo(somewhere.latitude, 5);
  expect(seen.longitude).toBeCloseTo(somewhere.longitude, 5);
  expect(seen.fixedAtMs).toBe(app.clock.now() - 1_000 - 1_500);
  expect(viewer.decoder.serverNow(app.clock.now())).toBe(app.clock.now());
  expect(sharer.decoder.friends.size).toBe(0);

  await send(sharer, [viewer], { ...somewhere, latitude: somewhere.latitude + 0.00002 });
  expect(viewer.decoder.friends.get(host.id)?.latitude).toBeCloseTo(somewhere.latitude + 0.00002, 5);
});

test('LIVE-02 nobody else receives a byte of it', async () => {
  const [guest, asked, declined, removed, pending] = [
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
    await app.signUp(),
  ];
  // `guest` is the friend of another participant only, `asked` has asked the sharer; both take part.
  for (const person of [guest, asked]) await befriend(host, person);
  for (const person of [declined, removed, pending]) {
    await befriend(host, person);
    await befriend(friend, person);
  }
  const update = (invitees: TestPerson[]) =>
    host.ok(eventRoutes.updateEvent, {
      params: { eventId },
      body: {
        ...eventInput(app.clock, running({ invitee_ids: invitees.map(({ id }) => id) })),
        keep_answers: true,
      },
    });
  await update([friend, guest, asked, declined, removed, pending]);
  for (const person of [friend, guest, asked, removed]) await answer(person, 'accepted');
  await answer(declined, 'declined');
  await update([friend, guest, asked, declined, pending]);
  await ask(asked, friend);

  for (const outsider of [declined, removed, pending]) {
    await expect(look(outsider)).rejects.toThrow('not_found');
  }
  await expect(lookOn(app, guest, 987_654_321)).rejects.toThrow('not_found');

  const others = [await look(guest), await look(asked)];
  const viewer = await look(host);
  await Promise.all(others.map(({ socket }) => socket.settled()));
  const before = others.map(({ raw }) => raw.length);
  await share(friend);
  const sharer = await look(friend);
  for (let step = 0; step < 5; step += 1) {
    await send(sharer, [viewer, ...others], { ...somewhere, latitude: somewhere.latitude + step * 1e-4 });
  }
  expect(viewer.decoder.friends.has(friend.id)).toBe(true);
  await friend.ok(liveRoutes.stopSharing, { params: { eventId } });
  await tick(app, viewer, ...others);
  expect(viewer.decoder.friends.size).toBe(0);
  for (const [index, { raw }] of others.entries()) {
    // Answers to the test's own heartbeats are all there is.
    const since = raw.slice(before[index]).filter((data) => !String(data).includes('"phoenix","phx_reply"'));
    expect(since).toEqual([]);
  }
});

test('LIVE-01 positions are taken from the start to the end, by the consenting session alone', async () => {
  const soon = await createEvent(app, host, {
    start_time: hoursFromNow(app.clock, 0.05),
    end_time: hoursFromNow(app.clock, 0.1),
    invitee_ids: [friend.id],
  });
  eventId = soon;
  await answer(friend, 'accepted');
  const [sharer, viewer] = [await look(host), await look(friend)];
  expect((await host.call(liveRoutes.startSharing, { params: { eventId } })).body.error).toEqual({
    code: 'event_not_running',
    message: 'You can share where you are while the event runs',
  });
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  await pass(app, 0.05 * 3_600_000, sharer, viewer);
  await share(host);
  await expect.poll(async () => await sharer.push('position', somewhere)).toEqual({ is_watched: true });
  expect(await viewer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  await tick(app, viewer);
  expect(viewer.decoder.friends.has(host.id)).toBe(true);

  await pass(app, 0.05 * 3_600_000 - 1_000, sharer, viewer);
  expect(viewer.heard).not.toContain('live_ended');
  await viewer.socket.settled();
  await tick(app, viewer);
  await viewer.socket.seen(`live:${eventId}`, 'live_ended');
  await viewer.socket.seen(`live:${eventId}`, 'access_lost');
  await expect(look(friend)).rejects.toThrow('not_found');
  await expect
    .poll(() => app.context.db.query('select from live_sharing where event_id = $1', [eventId]))
    .toEqual([]);
  expect((await host.call(liveRoutes.startSharing, { params: { eventId } })).status).toBe(409);
});

test('LIVE-01 a position that is none, too frequent or from a moved event is refused', async () => {
  await share(host);
  const sharer = await look(host);
  expect(await sharer.push('position', { ...somewhere, latitude: 91 })).toEqual({ reason: 'invalid' });
  expect(await sharer.push('position', {})).toEqual({ reason: 'invalid' });
  expect(await sharer.push('elsewhere', {})).toEqual({ reason: 'unknown_event' });
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push(await sharer.push('position', somewhere));
  expect(answers.at(-1)).toEqual({ reason: 'rate_limited' });
  app.clock.advance(1_000);
  expect(await sharer.push('position', somewhere)).toEqual({ is_watched: false });

  await host.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock, { invitee_ids: [friend.id] }), keep_answers: true },
  });
  await sharer.socket.seen(`live:${eventId}`, 'live_ended');
  await expect.poll(async () => await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
});

describe('LIVE-02 it is gone within 2 s, on an open socket, after', () => {
  let sharer: Onlooker;
  let viewer: Onlooker;

  beforeEach(async () => {
    await share(host);
    [sharer, viewer] = [await look(host), await look(friend)];
    await send(sharer, [viewer]);
    expect(viewer.decoder.friends.has(host.id)).toBe(true);
  });
  /** Half the time on the clock has to do. */
  const isGone = async () => {
    app.clock.advance(ACCESS_LOSS_MAX_MS / 2);
    await expect
      .poll(() => viewer.heard.includes('access_lost') || !viewer.decoder.friends.has(host.id))
      .toBe(true);
  };
  /** Nothing of where the sharer goes next arrives either. */
  const staysGone = async () => {
    const before = viewer.raw.length;
    if (sharer.socket.socket.isConnected()) await sharer.push('position', { ...somewhere, latitude: 49.2 });
    await tick(app, viewer);
    expect(viewer.raw.slice(before).filter((data) => typeof data !== 'string')).toEqual([]);
  };

  test('Stop, from whatever device', async () => {
    await host.signInAgain();
    await host.ok(liveRoutes.stopSharing, { params: { eventId } });
    await viewer.socket.settled();
    expect(viewer.decoder.friends.size).toBe(0);
    expect(viewer.heard).toContain('people_changed');
    await isGone();
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
  });

  test('unfriend', async () => {
    await friend.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId: friendship } });
    await isGone();
    expect(viewer.heard).toContain('people_changed');
    await staysGone();
  });

  test('block', async () => {
    await host.ok(blockRoutes.blockUser, { params: { userId: friend.id } });
    await isGone();
    await staysGone();
  });

  test('un-invite of the viewer', async () => {
    await host.ok(eventRoutes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(app.clock, running()), keep_answers: true },
    });
    await isGone();
    await staysGone();
  });

  test('Not Going of the viewer', async () => {
    await answer(friend, 'declined');
    await isGone();
    await staysGone();
  });

  test('Not Going of the sharer', async () => {
    await answer(host, 'declined');
    await isGone();
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
    // The creator who stays away looks on, and is not made to share again by a change of mind.
    await answer(host, 'accepted');
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
  });

  test('sign-out of the sharing device', async () => {
    await signOut(host);
    await isGone();
    await staysGone();
    await expect
      .poll(() => app.context.db.query('select from live_sharing where event_id = $1', [eventId]))
      .toEqual([]);
  });

  test('the end of the event', async () => {
    await pass(app, 0.1 * 3_600_000 - 1_000, sharer, viewer);
    expect(viewer.decoder.friends.has(host.id)).toBe(true);
    await isGone();
    await viewer.socket.seen(`live:${eventId}`, 'live_ended');
  });

  test('cancelling', async () => {
    await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
    await viewer.socket.seen(`live:${eventId}`, 'live_ended');
    await isGone();
  });

  test('a loss that nobody has told of', async () => {
    await app.context.db.query('delete from live_sharing where event_id = $1', [eventId]);
    await isGone();
    await viewer.socket.seen(`live:${eventId}`, 'people_changed');
  });
});

test('LIVE-02 who becomes a friend or comes along sees from then on', async () => {
  const late = await app.signUp();
  await befriend(host, late);
  await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [late.id] } });
  await share(friend);
  const [sharer, viewer] = [await look(friend), await look(host)];
  await send(sharer, [viewer]);
  await answer(late, 'tentative');
  const newcomer = await look(late);
  await tick(app, newcomer);
  expect(newcomer.decoder.friends.size).toBe(0);
  await befriend(late, friend);
  await newcomer.socket.seen(`live:${eventId}`, 'people_changed');
  await tick(app, newcomer);
  expect([...newcomer.decoder.friends.keys()]).toEqual([friend.id]);
});

test('LIVE-07 the consent moves to another session of the same person; a reconnect resumes', async () => {
  await share(host);
  const first = await look(host);
  const viewer = await look(friend);
  await send(first, [viewer]);
  await host.signInAgain();
  const second = await look(host);
  expect(await second.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  const moved = await share(host);
  expect(moved.is_this_device).toBe(true);
  await expect.poll(async () => await second.push('position', somewhere)).toEqual({ is_watched: true });
  expect(await first.push('position', somewhere)).toEqual({ reason: 'not_sharing' });

  second.disconnect();
  const again = await look(host);
  expect(await send(again, [viewer], { ...somewhere, latitude: 49.19 })).toEqual({ is_watched: true });
  expect(viewer.decoder.friends.get(host.id)?.latitude).toBeCloseTo(49.19, 5);
});

test('LIVE-05 who comes later sees the last position of somebody whose device is silent', async () => {
  await share(host);
  const sharer = await look(host);
  await send(sharer, []);
  sharer.disconnect();
  app.clock.advance(90_000);
  const viewer = await look(friend);
  await viewer.socket.settled();
  expect(viewer.decoder.friends.get(host.id)?.fixedAtMs).toBe(app.clock.now() - 91_000);
});

test('LIVE-07 sharers hear whether anybody watches', async () => {
  await share(host);
  const sharer = await look(host, { is_watching: false });
  expect(await sharer.push('position', somewhere)).toEqual({ is_watched: false });
  const viewer = await look(friend, { is_watching: false });
  await tick(app, viewer, sharer);
  expect(viewer.heard).toEqual([]);
  expect(sharer.heard).toEqual([]);
  await viewer.push('watch', { is_watching: true });
  expect(await sharer.socket.seen(`live:${eventId}`, 'watched')).toEqual({ is_watched: true });
  expect(viewer.decoder.friends.has(host.id)).toBe(true);
  viewer.disconnect();
  await expect
    .poll(async () => {
      await tick(app, sharer);
      return sharer.socket.received.filter(({ event }) => event === 'watched').map(({ payload }) => payload);
    })
    .toEqual([{ is_watched: true }, { is_watched: false }]);
});
