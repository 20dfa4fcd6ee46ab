import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { framesOf } from '@hereabouts/testing/sharer-frames';
import { beforeEach, expect, test, vi } from 'vitest';
import { setClock } from '#web/lib/time/clock.ts';
import type { SendOutcome, TopicHandlers } from '#web/realtime/topic-handlers.ts';
import { LiveChannel, type Hints, type SenderSide } from './live-channel.ts';
import { forgetServerTime, serverNow, serverOffsetMs } from './server-clock.ts';

const MARIE = '00000000-0000-4000-8000-000000000001';

let clock: FakeClock;
let isOpen: boolean;
let connectionChanged: () => void;
let handlers: TopicHandlers<`live:${number}`> | null;
let joinPayloads: unknown[];
let sentMessages: { event: string; payload: object }[];
let outcome: SendOutcome;
let channel: LiveChannel;
let hints: { [K in keyof Hints]: ReturnType<typeof vi.fn<Hints[K]>> };
let side: { [K in keyof SenderSide]: ReturnType<typeof vi.fn<SenderSide[K]>> };

beforeEach(() => {
  forgetServerTime();
  clock = createFakeClock();
  setClock(() => clock.now());
  isOpen = true;
  handlers = null;
  [joinPayloads, sentMessages] = [[], []];
  outcome = { ok: true, reply: { is_watched: true } };
  hints = {
    pace: vi.fn<Hints['pace']>((show) => show()),
    onPeopleChanged: vi.fn<Hints['onPeopleChanged']>(),
    onMeetingPoint: vi.fn<Hints['onMeetingPoint']>(),
    onResync: vi.fn<Hints['onResync']>(),
  };
  side = {
    onConnected: vi.fn<SenderSide['onConnected']>(),
    onWatched: vi.fn<SenderSide['onWatched']>(),
    onPeopleChanged: vi.fn<SenderSide['onPeopleChanged']>(),
    onOver: vi.fn<SenderSide['onOver']>(),
  };
  channel = new LiveChannel(7, {
    clock,
    isOpen: () => isOpen,
    watchConnection: (onChange) => {
      connectionChanged = onChange;
      return () => {};
    },
    listen: (_topic, given) => {
      handlers = given;
      return () => {
        handlers = null;
      };
    },
    send: (_topic, event, payload) => {
      sentMessages.push({ event, payload });
      return Promise.resolve(outcome);
    },
  });
});

/** The server lets it in. */
function join(again = false): void {
  joinPayloads.push(handlers?.joinPayload?.());
  if (again) handlers?.onRejoin?.({});
  else handlers?.onJoin?.({});
}
const settle = () => Promise.resolve();

/** What a viewer is sent of Marie. */
const server = () => framesOf(MARIE, 49.18, clock);

test('LIVE-02 LIVE-07 a page that only sends does not count as a watcher', async () => {
  channel.send(side);
  join();
  expect([joinPayloads, sentMessages]).toEqual([[{ is_watching: false }], []]);
  expect(side.onConnected).toHaveBeenLastCalledWith(true);
  handlers?.on?.frame?.(server().frame());
  expect(channel.snapshot().positions.size).toBe(0);

  const stop = channel.watch(hints);
  expect(sentMessages).toEqual([{ event: 'watch', payload: { is_watching: true } }]);
  handlers?.on?.frame?.(server().frame());
  expect(channel.snapshot().positions.get(MARIE)?.latitude).toBeCloseTo(49.18, 5);
  stop();
  await settle();
  expect(sentMessages.at(-1)).toEqual({ event: 'watch', payload: { is_watching: false } });
  expect(channel.snapshot().positions.size).toBe(0);
});

test('a watcher who starts during the join is reported after it', () => {
  channel.send(side);
  joinPayloads.push(handlers?.joinPayload?.());
  channel.watch(hints);
  expect(sentMessages).toEqual([]);
  handlers?.onJoin?.({});
  expect(sentMessages).toEqual([{ event: 'watch', payload: { is_watching: true } }]);
});

test.each(['unavailable', 'rate_limited'] as const)(
  'LIVE-05 a watcher whom the server did not take (%s) is reported again a second later',
  async (reason) => {
    const watch = { event: 'watch', payload: { is_watching: true } };
    channel.send(side);
    join();
    outcome = { ok: false, reason };
    channel.watch(hints);
    await settle();
    clock.advance(999);
    expect(sentMessages).toEqual([watch]);
    outcome = { ok: true, reply: {} };
    clock.advance(1);
    expect(sentMessages).toEqual([watch, watch]);
    await settle();
    clock.advance(10_000);
    expect(sentMessages).toHaveLength(2);
  },
);

test('LIVE-07 that the last watcher has left is reported again too, and a refused watcher who has left is not', async () => {
  const said = () => sentMessages.splice(0).map(({ payload }) => payload);
  channel.send(side);
  join();
  outcome = { ok: false, reason: 'unavailable' };
  const stop = channel.watch(hints);
  await settle();
  stop();
  await expect.poll(() => sentMessages).toHaveLength(2);
  await settle();
  expect(said()).toEqual([{ is_watching: true }, { is_watching: false }]);
  outcome = { ok: true, reply: {} };
  clock.advance(1_000);
  await settle();
  clock.advance(10_000);
  expect(said()).toEqual([{ is_watching: false }]);
});

test('LIVE-05 a watcher back before a refused leave is repeated is reported at once', async () => {
  channel.send(side);
  join();
  const stop = channel.watch(hints);
  outcome = { ok: false, reason: 'unavailable' };
  stop();
  await expect.poll(() => sentMessages).toHaveLength(2);
  await settle();
  outcome = { ok: true, reply: {} };
  channel.watch(hints);
  expect(sentMessages.map(({ payload }) => payload)).toEqual([
    { is_watching: true },
    { is_watching: false },
    { is_watching: true },
  ]);
  await settle();
  clock.advance(10_000);
  expect(sentMessages).toHaveLength(3);
});

test('LIVE-05 a watcher who was not taken is reported in the join where the connection is lost meanwhile', async () => {
  channel.send(side);
  join();
  outcome = { ok: false, reason: 'unavailable' };
  channel.watch(hints);
  await settle();
  handlers?.onLost?.();
  clock.advance(1_000);
  join(true);
  expect([joinPayloads.at(-1), sentMessages.length]).toEqual([{ is_watching: true }, 1]);
});

test('a page that replaces another keeps the known positions', async () => {
  const stop = channel.watch(hints);
  join();
  handlers?.on?.frame?.(server().frame());
  stop();
  channel.watch(hints);
  await settle();
  expect(channel.snapshot().positions.size).toBe(1);
  expect(sentMessages).toEqual([]);
});

test('LIVE-05 the server’s clock is learnt from the frames, the quickest one telling best', () => {
  channel.watch(hints);
  join();
  const marie = server();
  handlers?.on?.frame?.(marie.frame(90_000));
  expect(serverOffsetMs()).toBe(90_000);
  marie.moves(49.181);
  clock.advance(1_000);
  handlers?.on?.frame?.(marie.frame(89_600));
  expect(serverOffsetMs()).toBe(90_000);
  marie.moves(49.182);
  clock.advance(1_000);
  handlers?.on?.frame?.(marie.frame(90_200));
  expect(serverOffsetMs()).toBe(90_200);
});

test('LIVE-07 a lost connection keeps positions and pauses sending until it is back', () => {
  channel.send(side);
  channel.watch(hints);
  join();
  handlers?.on?.frame?.(server().frame());
  isOpen = false;
  connectionChanged();
  expect(channel.snapshot()).toMatchObject({ state: 'lost', positions: { size: 1 } });
  expect(side.onConnected).toHaveBeenLastCalledWith(false);
  isOpen = true;
  join(true);
  expect(joinPayloads.at(-1)).toEqual({ is_watching: true });
  expect(channel.snapshot().state).toBe('joined');
  expect(side.onConnected).toHaveBeenLastCalledWith(true);
  expect(hints.onResync).toHaveBeenCalledTimes(2);
});

test('LIVE-11 a topic in error is lost like a connection, one that is gone stays gone', () => {
  channel.send(side);
  join();
  handlers?.onLost?.();
  expect(channel.snapshot().state).toBe('lost');
  expect(side.onConnected).toHaveBeenLastCalledWith(false);
  join(true);
  expect(channel.snapshot().state).toBe('joined');
  expect(side.onConnected).toHaveBeenLastCalledWith(true);
  handlers?.onGone?.('access_lost');
  handlers?.onLost?.();
  expect(channel.snapshot().state).toBe('gone');
});

test('LIVE-01 LIVE-02 the end and a lost right take every position away in that moment', () => {
  for (const end of [() => handlers?.on?.live_ended?.({}), () => handlers?.onGone?.('access_lost')]) {
    channel.watch(hints);
    channel.send(side);
    join();
    const marie = server();
    let late: (() => void) | undefined;
    handlers?.on?.frame?.(marie.frame());
    expect(channel.snapshot().positions.size).toBe(1);
    // Some have come, and wait to be drawn.
    hints.pace.mockImplementationOnce((show) => void (late = show));
    marie.moves(49.181);
    handlers?.on?.frame?.(marie.frame());
    end();
    late?.();
    expect(channel.snapshot()).toMatchObject({ positions: { size: 0 }, endedAtMs: serverNow() });
  }
  expect(channel.snapshot().state).toBe('gone');
  expect(side.onOver).toHaveBeenCalledTimes(2);
});

test('LIVE-05 the newest positions are shown once the viewer has drawn those before', () => {
  channel.watch(hints);
  join();
  const marie = server();
  const latitude = () => channel.snapshot().positions.get(MARIE)?.latitude;
  handlers?.on?.frame?.(marie.frame());
  const shows: (() => void)[] = [];
  hints.pace.mockImplementation((show) => void shows.push(show));
  for (const next of [49.181, 49.182]) {
    marie.moves(next);
    handlers?.on?.frame?.(marie.frame());
  }
  expect(latitude()).toBeCloseTo(49.18, 5);
  shows[0]?.();
  expect(latitude()).toBeCloseTo(49.182, 5);
});

test('a frame that cannot be read has the topic joined anew', async () => {
  channel.watch(hints);
  join();
  handlers?.on?.frame?.(new ArrayBuffer(3));
  expect(handlers).toBeNull();
  clock.advance(250);
  join();
  handlers?.on?.frame?.(server().frame());
  expect(channel.snapshot().positions.size).toBe(1);
});

test('LIVE-07 the answer to a position says whether anybody looks, a refusal why', async () => {
  channel.send(side);
  join();
  const position = { latitude: 49.18, longitude: -2.1, accuracy: 5, age_ms: 0 };
  const refused: string[] = [];
  outcome = { ok: true, reply: { is_watched: false } };
  expect(await channel.sendPosition(position, (reason) => refused.push(reason))).toEqual({
    isWatched: false,
  });
  outcome = { ok: false, reason: 'not_sharing' };
  expect(await channel.sendPosition(position, (reason) => refused.push(reason))).toBeNull();
  expect(refused).toEqual(['not_sharing']);
});
