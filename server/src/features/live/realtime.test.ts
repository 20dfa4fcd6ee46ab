import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { lookOn, pass, somewhere, tick } from '@hereabouts/testing/live';
import { arrangeScene, SCENE_LEFT_MS, running, type LiveScene } from '@hereabouts/testing/live-scene';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteLapsed } from '#server/features/sharing/repo.ts';

let app: TestApp;
let scene: LiveScene;
let host: TestPerson;
let friend: TestPerson;
let eventId: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  scene = await arrangeScene(app);
  ({ host, friend, eventId } = scene);
});
afterEach(() => scene.close());

test('LIVE-02 LIVE-05 a friend who takes part sees where the sharer is, within 1 m, with the server age', async () => {
  await scene.share(host);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  expect(await scene.send(sharer, [viewer], { ...somewhere, age_ms: 1_500 })).toEqual({ is_watched: true });
  const seen = viewer.decoder.friends.get(host.id)!;
  expect(seen.latitude).toBeCloseTo(somewhere.latitude, 5);
  expect(seen.longitude).toBeCloseTo(somewhere.longitude, 5);
  expect(seen.fixedAtMs).toBe(app.clock.now() - 1_000 - 1_500);
  expect(viewer.decoder.serverNow(app.clock.now())).toBe(app.clock.now());
  expect(sharer.decoder.friends.size).toBe(0);

  await scene.send(sharer, [viewer], { ...somewhere, latitude: somewhere.latitude + 0.00002 });
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
        ...eventInput(app.clock, running(app, { invitee_ids: invitees.map(({ id }) => id) })),
        keep_answers: true,
      },
    });
  await update([friend, guest, asked, declined, removed, pending]);
  for (const person of [friend, guest, asked, removed]) await scene.answer(person, 'accepted');
  await scene.answer(declined, 'declined');
  await update([friend, guest, asked, declined, pending]);
  await ask(asked, friend);

  for (const outsider of [declined, removed, pending]) {
    await expect(scene.look(outsider)).rejects.toThrow('not_found');
  }
  await expect(lookOn(app, guest, 987_654_321)).rejects.toThrow('not_found');

  const others = [await scene.look(guest), await scene.look(asked)];
  const viewer = await scene.look(host);
  await Promise.all(others.map(({ socket }) => socket.settled()));
  const before = others.map(({ raw }) => raw.length);
  await scene.share(friend);
  const sharer = await scene.look(friend);
  for (let step = 0; step < 5; step += 1) {
    await scene.send(sharer, [viewer, ...others], {
      ...somewhere,
      latitude: somewhere.latitude + step * 1e-4,
    });
  }
  expect(viewer.decoder.friends.has(friend.id)).toBe(true);
  await friend.ok(sharingRoutes.stopSharing, { params: { eventId } });
  await tick(app, viewer, ...others);
  expect(viewer.decoder.friends.size).toBe(0);
  for (const [index, { raw }] of others.entries()) {
    // Answers to the test's own heartbeats are all there is.
    const since = raw.slice(before[index]);
    const isAnswer = (data: unknown) => typeof data === 'string' && data.includes('"phoenix","phx_reply"');
    expect(since.filter((data) => !isAnswer(data))).toEqual([]);
  }
});

test('LIVE-01 positions are taken from the start to the end, by the consenting session alone', async () => {
  scene.close();
  scene = await arrangeScene(app, {
    start_time: hoursFromNow(app.clock, 0.05),
    end_time: hoursFromNow(app.clock, 0.1),
  });
  ({ host, friend, eventId } = scene);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  expect((await host.call(sharingRoutes.startSharing, { params: { eventId } })).body.error).toEqual({
    code: 'event_not_running',
    message: 'You can share where you are while the event runs',
  });
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  await pass(app, 0.05 * 3_600_000, sharer, viewer);
  await scene.share(host);
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
  await expect(scene.look(friend)).rejects.toThrow('not_found');
  await expect
    .poll(() => app.context.db.query('select from live_sharing where event_id = $1', [eventId]))
    .toEqual([]);
  expect((await host.call(sharingRoutes.startSharing, { params: { eventId } })).status).toBe(409);
});

test('LIVE-01 a sweep that is older than a consent given as the event began leaves it', async () => {
  await scene.share(host);
  const [event] = await app.context.db.query<{ start_ms: number }>(
    'select (extract(epoch from start_time) * 1000)::float8 as start_ms from events where id = $1',
    [eventId],
  );
  const before = new Date((event?.start_ms ?? 0) - 1).toISOString();
  const consents = [{ event_id: eventId, user_id: host.id }];
  expect(await deleteLapsed(app.context.db, consents, before)).toEqual([]);
  expect(
    await app.context.db.query('select user_id from live_sharing where event_id = $1', [eventId]),
  ).toEqual([{ user_id: host.id }]);
});

test('LIVE-01 a position is taken at the very end, and refused after it before anybody has looked at the clock', async () => {
  await scene.share(host);
  const sharer = await scene.look(host);
  await pass(app, SCENE_LEFT_MS, sharer);
  expect(await sharer.push('position', somewhere)).toEqual({ is_watched: false });
  app.clock.advance(1);
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_running' });
});

test('LIVE-01 a position that is none, too frequent or from a moved event is refused', async () => {
  await scene.share(host);
  const sharer = await scene.look(host);
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

test('LIVE-02 who becomes a friend or comes along sees from then on', async () => {
  const late = await app.signUp();
  await befriend(host, late);
  await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [late.id] } });
  await scene.share(friend);
  const [sharer, viewer] = [await scene.look(friend), await scene.look(host)];
  await scene.send(sharer, [viewer]);
  await scene.answer(late, 'tentative');
  const newcomer = await scene.look(late);
  await tick(app, newcomer);
  expect(newcomer.decoder.friends.size).toBe(0);
  await befriend(late, friend);
  await newcomer.socket.seen(`live:${eventId}`, 'people_changed');
  await tick(app, newcomer);
  expect([...newcomer.decoder.friends.keys()]).toEqual([friend.id]);
});

test('sharing switched on and off again and again is one hint in two seconds, and the last one comes (S44)', async () => {
  const viewer = await scene.look(host);
  const heard = () => viewer.heard.filter((event) => event === 'people_changed').length;
  const before = heard();
  for (let at = 0; at < 6; at += 1) {
    await scene.share(friend);
    await friend.ok(sharingRoutes.stopSharing, { params: { eventId } });
  }
  await viewer.socket.settled();
  expect(heard()).toBe(before + 1);
  app.clock.advance(2_000);
  await expect.poll(heard).toBe(before + 2);
  app.clock.advance(10_000);
  await viewer.socket.settled();
  expect(heard()).toBe(before + 2);
});

test('LIVE-06 a person who ceases to participate leaves their friends’ lists; other changes do not end sharing', async () => {
  const viewer = await scene.look(host);
  const heard = () => viewer.heard.filter((event) => event === 'people_changed').length;
  const hears = async (hints: number) => {
    await expect.poll(heard).toBe(hints);
    // Another one within two seconds would wait.
    app.clock.advance(2_000);
  };
  await scene.answer(friend, 'declined');
  await hears(1);
  await scene.answer(friend, 'tentative');
  await hears(2);
  const update = (body: object) =>
    host.ok(eventRoutes.updateEvent, {
      params: { eventId },
      body: {
        ...eventInput(app.clock, running(app, { invitee_ids: [friend.id] })),
        keep_answers: true,
        ...body,
      },
    });
  await update({ end_time: hoursFromNow(app.clock, 0.2) });
  expect(viewer.heard).not.toContain('live_ended');
  await update({ keep_answers: false });
  await hears(3);
  await scene.answer(friend, 'accepted');
  await hears(4);
  await update({ invitee_ids: [] });
  await hears(5);
});

test('LIVE-07 the consent moves to another session of the same person; a reconnect resumes', async () => {
  await scene.share(host);
  const first = await scene.look(host);
  const viewer = await scene.look(friend);
  await scene.send(first, [viewer]);
  await host.signInAgain();
  const second = await scene.look(host);
  expect(await second.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  const moved = await scene.share(host);
  expect(moved.is_this_device).toBe(true);
  await expect.poll(async () => await second.push('position', somewhere)).toEqual({ is_watched: true });
  expect(await first.push('position', somewhere)).toEqual({ reason: 'not_sharing' });

  second.disconnect();
  const again = await scene.look(host);
  expect(await scene.send(again, [viewer], { ...somewhere, latitude: 49.19 })).toEqual({ is_watched: true });
  expect(viewer.decoder.friends.get(host.id)?.latitude).toBeCloseTo(49.19, 5);
});

test('LIVE-04 LIVE-07 after a restart positions are gone, and the consent lets the device go on', async () => {
  await scene.share(host);
  await scene.send(await scene.look(host), []);
  const restarted = await startTestApp({}, { beside: app });
  const [viewer, sharer] = [
    await lookOn(restarted, friend, eventId),
    await lookOn(restarted, host, eventId, { is_watching: false }),
  ];
  try {
    await tick(app, viewer);
    expect(viewer.decoder.friends.size).toBe(0);
    expect(await sharer.push('position', somewhere)).toEqual({ is_watched: true });
    await tick(app, viewer);
    expect(viewer.decoder.friends.has(host.id)).toBe(true);
  } finally {
    for (const onlooker of [viewer, sharer]) onlooker.disconnect();
    await restarted.stop();
  }
});

test('LIVE-05 who comes later sees the last position of somebody whose device is silent', async () => {
  await scene.share(host);
  const sharer = await scene.look(host);
  await scene.send(sharer, []);
  sharer.disconnect();
  app.clock.advance(90_000);
  const viewer = await scene.look(friend);
  await viewer.socket.settled();
  expect(viewer.decoder.friends.get(host.id)?.fixedAtMs).toBe(app.clock.now() - 91_000);
});

test('LIVE-07 sharers hear whether anybody watches', async () => {
  await scene.share(host);
  const sharer = await scene.look(host, { is_watching: false });
  expect(await sharer.push('position', somewhere)).toEqual({ is_watched: false });
  const viewer = await scene.look(friend, { is_watching: false });
  await tick(app, viewer, sharer);
  expect(viewer.heard).toEqual([]);
  expect(sharer.heard).toEqual(['own_position']);
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
