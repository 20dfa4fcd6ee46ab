import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { lookOn, somewhere, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { natsServer } from '@hereabouts/testing/nats';
import { startTwoProcesses } from '@hereabouts/testing/two-processes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

describe.skipIf(natsServer === undefined)('two processes over NATS', () => {
  let here: TestApp;
  let there: TestApp;
  let stop: () => Promise<void>;
  let scene: LiveScene;
  let host: TestPerson;
  let friend: TestPerson;
  let elsewhere: Onlooker[];

  beforeAll(async () => {
    ({ here, there, stop } = await startTwoProcesses());
  });
  afterAll(() => stop());
  beforeEach(async () => {
    scene = await arrangeScene(here);
    ({ host, friend } = scene);
    elsewhere = [];
  });
  afterEach(() => {
    scene.close();
    for (const onlooker of elsewhere) onlooker.disconnect();
  });

  const lookThere = async (person: TestPerson) => {
    const onlooker = await lookOn(there, person, scene.eventId);
    elsewhere.push(onlooker);
    return onlooker;
  };
  const sees = (onlooker: Onlooker, person: TestPerson) => () => onlooker.decoder.friends.has(person.id);
  /** Lets ticks pass until something is so. */
  const eventually = (isSo: () => boolean) =>
    vi.waitUntil(
      () => {
        here.clock.advance(LIVE_TICK_MS);
        return isSo();
      },
      { timeout: 15_000, interval: 20 },
    );

  test('LIVE-02 LIVE-07 a position reaches a friend at the other process, and its sharer is notified of the watcher', async () => {
    await scene.share(host);
    const sharer = await scene.look(host);
    const viewer = await lookThere(friend);
    await sharer.push('position', somewhere);
    expect(await eventually(sees(viewer, host))).toBe(true);
    expect(await sharer.socket.seen(`live:${scene.eventId}`, 'watched')).toEqual({ is_watched: true });
    expect(await sharer.push('position', somewhere)).toEqual({ is_watched: true });
    viewer.disconnect();
    const isAlone = () =>
      sharer.socket.received.some(
        ({ event, payload }) => event === 'watched' && payload['is_watched'] === false,
      );
    expect(await eventually(isAlone)).toBe(true);
  });

  test('LIVE-05 the other process asks for what it has missed', async () => {
    await scene.share(host);
    const sharer = await scene.look(host);
    await sharer.push('position', somewhere);
    const viewer = await lookThere(friend);
    expect(await eventually(sees(viewer, host))).toBe(true);
  });

  test('LIVE-02 Stop reaches the other process at once, whichever process received it', async () => {
    await scene.share(host);
    const sharer = await scene.look(host);
    const viewer = await lookThere(friend);
    await sharer.push('position', somewhere);
    await eventually(sees(viewer, host));
    await host.ok(sharingRoutes.stopSharing, { params: { eventId: scene.eventId } });
    // The clock stands still: nothing but the word of the other process can have done it.
    await expect.poll(sees(viewer, host)).toBe(false);
    await viewer.socket.seen(`live:${scene.eventId}`, 'people_changed');
    await expect.poll(() => sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
    here.clock.advance(LIVE_TICK_MS);
    await viewer.socket.settled();
    expect(sees(viewer, host)()).toBe(false);
  });

  test('LIVE-02 a loss without a message is seen at the other', async () => {
    await scene.share(host);
    const sharer = await scene.look(host);
    const viewer = await lookThere(friend);
    await sharer.push('position', somewhere);
    await eventually(sees(viewer, host));
    await here.context.db.query('delete from live_sharing where event_id = $1', [scene.eventId]);
    here.clock.advance(LIVE_TICK_MS);
    await expect.poll(sees(viewer, host)).toBe(false);
  });
});
