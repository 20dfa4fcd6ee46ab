import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { somewhere } from '@hereabouts/testing/live';
import { createLocalBus } from '#server/realtime/local-bus.ts';
import type { TopicMember } from '#server/realtime/realtime.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLivePositions, type LiveGrant, type LivePositions } from './live-positions.ts';

const EVENT = 7;
const TOPIC = String(EVENT);
const SHARER = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const FRIEND = '7f9619ff-8b86-4011-b42d-00c04fc964ff';

let clock: FakeClock;
let live: LivePositions;
beforeEach(() => {
  clock = createFakeClock();
  live = createLivePositions({ bus: createLocalBus(), clock, log: { warn() {} } });
});
afterEach(() => live.close());

/** Hears nothing while its access is being checked, as a channel. */
function join(userId: string) {
  const heard: string[] = [];
  const granted: LiveGrant = {
    friendIds: new Set([SHARER, FRIEND].filter((id) => id !== userId)),
    blocked: null,
    startMs: 0,
    endMs: Infinity,
    sharesUntilMs: userId === SHARER ? Infinity : null,
    isWatching: false,
  };
  const viewer = { userId, sessionId: userId } as TopicMember['viewer'];
  let grant: LiveGrant | null = granted;
  const member: TopicMember = {
    viewer,
    get grant() {
      return grant;
    },
    send(event) {
      if (grant) heard.push(event);
    },
    sendBinary() {},
  };
  live.topic.granted(TOPIC, member);
  return {
    heard,
    say: (event: string, payload: object) => live.topic.receive(TOPIC, member, event, payload),
    beginCheck: () => void (grant = null),
    endCheck() {
      grant = { ...granted, isWatching: null };
      live.topic.granted(TOPIC, member);
    },
  };
}

test('LIVE-02 LIVE-06 a friend being rechecked is told once, afterwards, that a sharer stopped', () => {
  const sharer = join(SHARER);
  const friend = join(FRIEND);
  sharer.say('position', somewhere);
  clock.advance(LIVE_TICK_MS);
  friend.beginCheck();
  live.stopped(EVENT, [SHARER]);
  clock.advance(3 * LIVE_TICK_MS);
  expect(friend.heard).toEqual([]);
  friend.endCheck();
  expect(friend.heard).toEqual(['people_changed']);
  clock.advance(5 * LIVE_TICK_MS);
  expect(friend.heard).toEqual(['people_changed']);
});

test('LIVE-07 LIVE-11 a rechecked sharer hears afterwards who watches and what is held', () => {
  const sharer = join(SHARER);
  const friend = join(FRIEND);
  sharer.say('position', somewhere);
  clock.advance(LIVE_TICK_MS);
  expect(sharer.heard.splice(0)).toEqual(['own_position']);
  sharer.beginCheck();
  friend.say('watch', { is_watching: true });
  live.stopped(EVENT, [SHARER]);
  expect(sharer.heard).toEqual([]);
  sharer.endCheck();
  expect(sharer.heard).toEqual(['own_position', 'watched']);
});
