import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { createLiveDecoder } from '@hereabouts/contract/live-frames';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { somewhere } from '@hereabouts/testing/live';
import { createLocalBus, type Bus } from '#server/realtime/local-bus.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import { beforeEach, expect, test } from 'vitest';
import { createLivePositions, type LiveGrant, type LivePositions } from './live-positions.ts';
import type { PendingStop } from './pending-stops.ts';

const EVENT = 7;
const TOPIC = String(EVENT);
const SHARER = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const FRIEND = '7f9619ff-8b86-4011-b42d-00c04fc964ff';

/** The buses of some processes, which can be cut off from each other. */
function createNetwork() {
  const buses: Bus[] = [];
  const listeners: ((connected: boolean) => void)[] = [];
  let isConnected = true;
  return {
    connect(changes: Partial<Bus> = {}): Bus {
      const local = createLocalBus();
      buses.push(local);
      return {
        ...local,
        publish(subject, message) {
          for (const bus of isConnected ? buses : [local]) bus.publish(subject, message);
        },
        onChange: (listener) => void listeners.push(listener),
        ...changes,
      };
    },
    set(connected: boolean) {
      isConnected = connected;
      for (const listener of listeners) listener(connected);
    },
  };
}

let clock: FakeClock;
let network: ReturnType<typeof createNetwork>;
let here: LivePositions;
let there: LivePositions;
beforeEach(async () => {
  clock = createFakeClock();
  network = createNetwork();
  const start = (bus: Bus) => createLivePositions({ bus, clock, log: { warn() {} } });
  [here, there] = [start(network.connect()), start(network.connect())];
});

/** A device whose grant is as the database has it: with the consent. */
function arrive(
  at: LivePositions,
  userId: string,
  {
    sessionId = userId,
    sendBinary = () => {},
  }: { sessionId?: string; sendBinary?: TopicMember['sendBinary'] } = {},
): TopicMember {
  const grant: LiveGrant = {
    friendIds: new Set([SHARER, FRIEND].filter((id) => id !== userId)),
    blocked: null,
    startMs: 0,
    endMs: Infinity,
    sharesUntilMs: userId === SHARER ? Infinity : null,
    isWatching: true,
  };
  const viewer = { userId, sessionId, isAnonymous: false } as unknown as TopicMember['viewer'];
  const member: TopicMember = { viewer, grant, send() {}, sendBinary };
  at.topic.granted(TOPIC, member);
  return member;
}
const sendPosition = (at: LivePositions, member: TopicMember) =>
  at.topic.receive(TOPIC, member, 'position', somewhere);
/** Received by one process, while the database is away. */
function stopAt(process: LivePositions): PendingStop {
  process.withdraw(EVENT, SHARER);
  const at = new Date(clock.now()).toISOString();
  const untilMs = clock.now() + 20_000;
  return process.pendingStops.add({ eventId: EVENT, userId: SHARER, at, untilMs, isWritten: false });
}
const REFUSED = { ok: false, reason: 'not_sharing' };

test('LIVE-10 a Stop that the database does not know of holds on every process after an outage of the bus', async () => {
  const device = arrive(there, SHARER);
  await Promise.resolve();
  stopAt(here);
  expect(sendPosition(there, device)).toEqual(REFUSED);
  network.set(false);
  network.set(true);
  // Whichever of them is back first.
  clock.advance(LIVE_TICK_MS);
  expect(sendPosition(there, device)).toEqual(REFUSED);
});

test('LIVE-10 a Stop that is not stored yet holds also on the process that received it; once it is stored, a new consent works', async () => {
  const device = arrive(here, SHARER);
  const stop = stopAt(here);
  network.set(false);
  network.set(true);
  expect(sendPosition(here, device)).toEqual(REFUSED);
  here.pendingStops.settle(stop, clock.now());
  here.started(EVENT, [SHARER]);
  clock.advance(LIVE_TICK_MS);
  expect(sendPosition(here, device)).toMatchObject({ ok: true });
});

test('LIVE-10 a Stop that is not stored yet holds also on a process that opens the event later', async () => {
  stopAt(here);
  const device = arrive(there, SHARER);
  await Promise.resolve();
  clock.advance(LIVE_TICK_MS);
  expect(sendPosition(there, device)).toEqual(REFUSED);
});

/** Whom a friend sees at `here`. */
function watchHere(): () => string[] {
  const decoder = createLiveDecoder();
  const sendBinary = (_: string, frame: Uint8Array) =>
    void decoder.apply(Uint8Array.from(frame).buffer, clock.now());
  arrive(here, FRIEND, { sendBinary });
  return () => [...decoder.friends.keys()];
}

test.each([
  ['of the session', { type: 'session_ended', sessionId: 'phone' }],
  ['of all sessions of the person', { type: 'user_ended', userId: SHARER }],
] as const)(
  'LIVE-02 SESS-03 the end %s takes its position from every process, though its device has left',
  async (_of, ended) => {
    const seen = watchHere();
    const device = arrive(there, SHARER, { sessionId: 'phone' });
    await Promise.resolve();
    sendPosition(there, device);
    clock.advance(LIVE_TICK_MS);
    there.topic.left(TOPIC, device);
    there.topic.ended({ type: 'session_ended', sessionId: 'laptop' });
    there.topic.ended({ type: 'user_ended', userId: FRIEND });
    clock.advance(LIVE_TICK_MS);
    expect(seen()).toEqual([SHARER]);
    there.topic.ended(ended);
    expect(seen()).toEqual([]);
  },
);

test('LIVE-02 SESS-03 the end of a session leaves the position of another device, which came to another process', async () => {
  const seen = watchHere();
  const phone = arrive(there, SHARER, { sessionId: 'phone' });
  const laptop = arrive(here, SHARER, { sessionId: 'laptop' });
  await Promise.resolve();
  sendPosition(there, phone);
  sendPosition(here, laptop);
  clock.advance(LIVE_TICK_MS);
  for (const process of [there, here]) process.topic.ended({ type: 'session_ended', sessionId: 'phone' });
  clock.advance(LIVE_TICK_MS);
  expect(seen()).toEqual([SHARER]);
});

test('LIVE-02 a process that could not subscribe does so when the bus is back', async () => {
  let isRefused = true;
  const local = createLocalBus();
  const bus = network.connect({
    subscribe: (...asked) => (isRefused ? Promise.reject(new Error('cut off')) : local.subscribe(...asked)),
  });
  const heard: string[] = [];
  const unsubscribed = createLivePositions({
    bus,
    clock,
    log: { warn: (_: object, text?: string) => void heard.push(text ?? '') },
  });
  arrive(unsubscribed, FRIEND);
  await expect.poll(() => heard).toEqual(['positions of other servers are missing']);
  isRefused = false;
  network.set(true);
  await expect.poll(() => local.mayReach(`positions.${EVENT}`)).toBe(true);
});
