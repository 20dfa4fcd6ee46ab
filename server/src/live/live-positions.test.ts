import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { createLiveDecoder } from '@hereabouts/contract/live-frames';
import { createLocalBus } from '#server/realtime/local-bus.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createLivePositions,
  type HeldPosition,
  type LiveGrant,
  type LivePositions,
} from './live-positions.ts';

const clock = createFakeClock();
let live: LivePositions;

beforeEach(() => {
  live = createLivePositions({ bus: createLocalBus(), clock, log: { warn: () => {} } });
});
afterEach(() => live.close());

const EVENT_MS = 10 * LIVE_TICK_MS;
const place = { latitude: 49.2, longitude: -2.1, accuracy: 5, age_ms: 0 };

/** A person who shares, at an event that runs for so long. */
function member(number: number, leftMs: number): TopicMember {
  const userId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const nowMs = clock.now();
  const grant: LiveGrant = {
    friendIds: new Set(),
    blocked: null,
    startMs: nowMs,
    endMs: nowMs + leftMs,
    sharesUntilMs: nowMs + leftMs,
    isWatching: false,
  };
  const viewer = { userId, sessionId: userId } as TopicMember['viewer'];
  return { viewer, grant, send: () => {}, sendBinary: () => {} };
}

test('a tick tells of all events that have ended at once, and looks held positions up in batches, one after the other', async () => {
  const MEMBERS = 25;
  const EVENTS = 100;
  const ended = vi.fn<(eventIds: readonly number[]) => void>();
  const sizes: number[] = [];
  let inFlight = 0;
  let lost: HeldPosition[] = [];
  live.follow({
    ended,
    async findLost(held) {
      inFlight += 1;
      expect(inFlight).toBe(1);
      sizes.push(held.length);
      await Promise.resolve();
      inFlight -= 1;
      lost = held.slice(-1);
      return lost;
    },
  });
  for (let eventId = 1; eventId <= EVENTS; eventId += 1) {
    for (let n = 1; n <= MEMBERS; n += 1) {
      const sharer = member(eventId * MEMBERS + n, EVENT_MS);
      live.topic.granted(String(eventId), sharer);
      expect(live.topic.receive(String(eventId), sharer, 'position', place).ok).toBe(true);
    }
  }
  clock.advance(LIVE_TICK_MS);
  await vi.waitUntil(() => sizes.length >= 3);
  expect(sizes).toEqual([1_000, 1_000, 500]);
  expect(ended).not.toHaveBeenCalled();
  clock.advance(LIVE_TICK_MS);
  await vi.waitUntil(() => sizes.length >= 6);
  // Three were lost.
  expect(sizes.slice(3).reduce((sum, size) => sum + size, 0)).toBe(EVENTS * MEMBERS - 3);
  clock.advance(10 * LIVE_TICK_MS);
  expect(ended.mock.calls).toEqual([[Array.from({ length: EVENTS }, (_, n) => n + 1)]]);
});

/** Somebody who looks at the sharer. */
function watcherOf(sharer: TopicMember): { watcher: TopicMember; frames: ArrayBuffer[] } {
  const frames: ArrayBuffer[] = [];
  const { viewer, grant, send } = member(2, EVENT_MS);
  const friendIds = new Set([sharer.viewer.userId]);
  const watcher: TopicMember = {
    viewer,
    grant: { ...(grant as LiveGrant), friendIds, isWatching: true },
    send,
    sendBinary: (_event, bytes) => void frames.push(bytes.slice().buffer),
  };
  return { watcher, frames };
}

test('LIVE-05 LIVE-06 the last of several fixes delayed in one socket stands, though its age makes it seem older', () => {
  const sharer = member(1, EVENT_MS);
  const { watcher, frames } = watcherOf(sharer);
  for (const one of [sharer, watcher]) live.topic.granted('1', one);
  const decoder = createLiveDecoder();
  for (const [latitude, age_ms] of [
    [49.2, 100],
    [49.3, 900],
  ])
    expect(live.topic.receive('1', sharer, 'position', { ...place, latitude, age_ms }).ok).toBe(true);
  clock.advance(LIVE_TICK_MS);
  for (const bytes of frames) decoder.apply(bytes, clock.now());
  expect(decoder.friends.get(sharer.viewer.userId)?.latitude).toBeCloseTo(49.3, 5);
});

test('LIVE-05 a watcher reported again gets a whole frame at once, and the next ones build on it', () => {
  const sharer = member(1, EVENT_MS);
  const { watcher, frames } = watcherOf(sharer);
  const send = (latitude: number) => {
    expect(live.topic.receive('1', sharer, 'position', { ...place, latitude }).ok).toBe(true);
    clock.advance(LIVE_TICK_MS);
  };
  for (const one of [sharer, watcher]) live.topic.granted('1', one);
  send(49.2);
  frames.length = 0;
  // As the page, which asks with an empty map.
  const decoder = createLiveDecoder();
  expect(live.topic.receive('1', watcher, 'watch', { is_watching: true }).ok).toBe(true);
  expect(frames).toHaveLength(1);
  send(49.3);
  for (const bytes of frames) decoder.apply(bytes, clock.now());
  expect(decoder.friends.get(sharer.viewer.userId)?.latitude).toBeCloseTo(49.3, 5);
  // It counts once.
  live.topic.receive('1', watcher, 'watch', { is_watching: false });
  clock.advance(LIVE_TICK_MS);
  expect(live.topic.receive('1', sharer, 'position', place)).toEqual({
    ok: true,
    reply: { is_watched: false },
  });
});
