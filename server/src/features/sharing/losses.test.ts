import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { liveRoutes } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, eventInput } from '@hereabouts/testing/builders';
import { pass, somewhere, tick, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, running, SCENE_LEFT_MS, type LiveScene } from '@hereabouts/testing/live-scene';
import { authRequest, enterCode } from '@hereabouts/testing/second-step';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

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

const signOut = async (person: TestPerson, scope: 'local' | 'others' = 'local') => {
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(`${app.url}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers });
  if (response.status !== 204) throw new Error(`Signing out answered ${response.status}`);
};

describe('LIVE-02 it is gone within 2 s, on an open socket, after', () => {
  let sharer: Onlooker;
  let viewer: Onlooker;

  beforeEach(async () => {
    await scene.share(host);
    [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
    await scene.send(sharer, [viewer]);
    if (!viewer.decoder.friends.has(host.id)) throw new Error('The position has not arrived');
  });
  /** Half the time on the clock has to do. */
  const isGone = (of = host, from = viewer) => {
    app.clock.advance(ACCESS_LOSS_MAX_MS / 2);
    const hasGone = () => from.heard.includes('access_lost') || !from.decoder.friends.has(of.id);
    return vi.waitUntil(hasGone, { timeout: 15_000 });
  };
  /** What arrives of where the sharer goes next. */
  const framesOfNextStep = async () => {
    const before = viewer.raw.length;
    if (sharer.socket.socket.isConnected()) {
      await sharer.push('position', { ...somewhere, latitude: 49.2 });
    }
    await tick(app, viewer);
    return viewer.raw.slice(before).filter((data) => typeof data !== 'string');
  };

  const removeFriend = () =>
    host.ok(guestRemovalRoutes.removeGuest, { params: { eventId, userId: friend.id } });
  const consents = () => app.context.db.query('select from live_sharing where event_id = $1', [eventId]);

  test('Stop, from whatever device', async () => {
    await host.signInAgain();
    await host.ok(sharingRoutes.stopSharing, { params: { eventId } });
    await viewer.socket.settled();
    expect(viewer.decoder.friends.size).toBe(0);
    expect(viewer.heard).toContain('people_changed');
    expect(await isGone()).toBe(true);
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
  });

  test('Stop that is bound to the consent that stands (LIVE-10)', async () => {
    const params = { eventId };
    const { sharing } = await host.ok(sharingRoutes.listSharing);
    const query = { started_at: sharing[0]?.started_at ?? '' };
    await host.ok(sharingRoutes.stopSharing, { params, query });
    await viewer.socket.settled();
    expect(viewer.decoder.friends.size).toBe(0);
    expect(await isGone()).toBe(true);
    // Again there is nothing left to stop.
    await host.ok(sharingRoutes.stopSharing, { params, query });
    const { status } = await host.call(sharingRoutes.stopSharing, { params, query: { started_at: 'then' } });
    expect(status).toBe(400);
  });

  test('unfriend', async () => {
    await friend.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId: scene.friendshipId } });
    expect(await isGone()).toBe(true);
    expect(viewer.heard).toContain('people_changed');
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('block', async () => {
    await block(host, friend);
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('the viewer is removed by an edit of the event', async () => {
    await host.ok(eventRoutes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(app.clock, running(app)), keep_answers: true },
    });
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('the viewer is removed from the guest list (HOST-06)', async () => {
    await removeFriend();
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('a guest who shares is removed from the guest list, for those who look on (HOST-06)', async () => {
    await scene.share(friend);
    await expect.poll(() => viewer.push('position', somewhere)).toHaveProperty('is_watched');
    await tick(app, sharer);
    expect(sharer.decoder.friends.has(friend.id)).toBe(true);
    const heardBefore = sharer.heard.length;
    await removeFriend();
    expect(await isGone(friend, sharer)).toBe(true);
    // It waits if the start of the sharing was told just before.
    const hint = async () => {
      await tick(app, sharer);
      return sharer.heard.slice(heardBefore);
    };
    await expect.poll(hint).toContain('people_changed');
    const { friends } = await host.ok(liveRoutes.getLive, { params: { eventId } });
    expect(friends).toEqual([]);
    // Only the host still shares.
    expect(await consents()).toHaveLength(1);
  });

  test('a guest who does not share is blocked by the host, for friends of theirs who look on (SAFE-01 LIVE-06)', async () => {
    const guest = await app.signUp();
    for (const other of [host, friend]) await befriend(other, guest);
    const params = { eventId };
    await host.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [guest.id] } });
    await scene.answer(guest, 'accepted');
    const onlooker = await scene.look(friend);
    const here = async () =>
      (await friend.ok(liveRoutes.getLive, { params })).friends.map(({ user }) => user.id);
    expect(await here()).toContain(guest.id);
    expect(onlooker.heard).not.toContain('people_changed');
    await block(host, guest);
    await expect.poll(() => onlooker.heard).toContain('people_changed');
    expect(await here()).toEqual([host.id]);
  });

  test('Not Going of the viewer', async () => {
    await scene.answer(friend, 'declined');
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('Not Going of the sharer', async () => {
    await scene.answer(host, 'declined');
    expect(await isGone()).toBe(true);
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
    // The creator who stays away looks on, and is not made to share again by a change of mind.
    await scene.answer(host, 'accepted');
    await expect
      .poll(async () => await sharer.push('position', somewhere))
      .toEqual({ reason: 'not_sharing' });
  });

  test('asking the viewer for an answer again', async () => {
    await host.ok(eventRoutes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(app.clock, running(app)), invitee_ids: [friend.id], keep_answers: false },
    });
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('a session of the sharer that another one of theirs ends', async () => {
    await host.signInAgain();
    await signOut(host, 'others');
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
  });

  test('a session of the viewer that has ended', async () => {
    await signOut(friend);
    await vi.waitUntil(() => !viewer.socket.socket.isConnected(), { timeout: 15_000 });
    const before = viewer.raw.length;
    await sharer.push('position', { ...somewhere, latitude: 49.2 });
    await tick(app, sharer);
    expect(viewer.raw.slice(before).filter((data) => typeof data !== 'string')).toEqual([]);
  });

  test('sign-out of the sharing device', async () => {
    await signOut(host);
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
    await expect.poll(consents).toEqual([]);
  });

  test('the removal of the authenticator app that raised the session of the sharer (MFA-03)', async () => {
    await host.enableSecondStep();
    const { body: enrolled } = await authRequest(app, host.token, '/factors', {
      body: { factor_type: 'totp', friendly_name: 'second' },
    });
    const second = { factorId: enrolled.id, secret: enrolled.totp.secret };
    const { body: raised } = await enterCode(app, host.token, second);
    await tick(app, viewer);
    expect(viewer.decoder.friends.has(host.id)).toBe(true);
    const removed = await authRequest(app, raised.access_token, `/factors/${second.factorId}`, {
      method: 'DELETE',
    });
    expect(removed.status).toBe(200);
    expect(await isGone()).toBe(true);
    expect(await framesOfNextStep()).toEqual([]);
    await expect.poll(consents).toEqual([]);
  });

  test('the end of the event', async () => {
    await pass(app, SCENE_LEFT_MS - 1_000, sharer, viewer);
    expect(viewer.decoder.friends.has(host.id)).toBe(true);
    expect(await isGone()).toBe(true);
    await viewer.socket.seen(`live:${eventId}`, 'live_ended');
  });

  test('cancelling', async () => {
    await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
    await viewer.socket.seen(`live:${eventId}`, 'live_ended');
    expect(await isGone()).toBe(true);
  });

  /** As by a process that died before it could say so. Of the event ($1) and its host, who shares ($2). */
  const UNTOLD = {
    'of the consent': 'delete from live_sharing where event_id = $1 and user_id = $2',
    'of the session': `
      update auth.sessions set ended_at = now(), end_reason = 'ended'
      where id in (select session_id from live_sharing where event_id = $1 and user_id = $2)`,
    'of taking part': `update event_invites set status = 'declined' where event_id = $1 and user_id = $2`,
    'of the event': 'update events set cancelled_at = now() where id = $1 and created_by = $2',
  };
  test.each(Object.entries(UNTOLD))('a loss without a message: %s', async (_, sql) => {
    await app.context.db.query(sql, [eventId, host.id]);
    expect(await isGone()).toBe(true);
    await viewer.socket.seen(`live:${eventId}`, 'people_changed');
    // The device that does not know of it goes on.
    expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
    await tick(app, sharer, viewer);
    expect(viewer.decoder.friends.size).toBe(0);
  });
});
