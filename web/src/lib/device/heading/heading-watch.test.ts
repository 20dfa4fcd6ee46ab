import { expect, test } from 'vitest';
import { COURSE_STALE_AFTER_MS, HEADING_STALE_AFTER_MS } from './heading-filter.ts';
import { ASK_AFTER_MS, FIRST_HEADING_WITHIN_MS, HeadingWatch, type HeadingParts } from './heading-watch.ts';

class Sensor extends EventTarget {
  quaternion: readonly number[] | null = null;
  state = 'idle';
  start() {
    this.state = 'started';
  }
  stop() {
    this.state = 'stopped';
  }
  say(headingDeg: number) {
    const half = (-headingDeg * Math.PI) / 360;
    this.quaternion = [0, 0, Math.sin(half), Math.cos(half)];
    this.dispatchEvent(new Event('reading'));
  }
}

/** A browser whose time and events the test holds. */
function browser(changes: Partial<HeadingParts> = {}) {
  const events = new EventTarget();
  const checks = new Set<() => void>();
  const frames: (() => void)[] = [];
  let nowMs = 1_000;
  let told = 0;
  const watch = new HeadingWatch({
    events,
    openSensor: null,
    requestPermission: null,
    isAllowed: async () => false,
    screenAngle: () => 0,
    nowMs: () => nowMs,
    every: (_intervalMs, run) => {
      checks.add(run);
      return () => void checks.delete(run);
    },
    nextFrame: (run) => {
      frames.push(run);
      return () => void frames.splice(frames.indexOf(run), 1);
    },
    ...changes,
  });
  watch.subscribe(() => (told += 1));
  const draw = () => {
    for (const run of frames.splice(0)) run();
  };
  return {
    watch,
    draw,
    checks,
    told: () => told,
    now: () => nowMs,
    pass(ms: number) {
      nowMs += ms;
      for (const check of checks) check();
    },
    turn(type: string, angles: object) {
      const event = Object.assign(
        new Event(type),
        { absolute: false, alpha: null, beta: 0, gamma: 0 },
        angles,
      );
      events.dispatchEvent(event);
      draw();
    },
  };
}
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test('FIND-01 absolute events become a heading', () => {
  const { watch, turn } = browser();
  expect(watch.snapshot().kind).toBe('unknown');
  watch.hold();
  expect(watch.snapshot().kind).toBe('searching');
  turn('deviceorientationabsolute', { absolute: true, alpha: 270 });
  expect(watch.snapshot()).toMatchObject({ kind: 'known', source: 'absolute_event' });
});

test('FIND-01 the sensor is believed before the events beside it', () => {
  const sensor = new Sensor();
  const { watch, turn, draw } = browser({ openSensor: () => sensor });
  watch.hold();
  turn('deviceorientationabsolute', { absolute: true, alpha: 270 });
  sensor.say(200);
  draw();
  expect(watch.snapshot()).toMatchObject({ kind: 'known', source: 'sensor' });
  expect((watch.snapshot() as { headingDeg: number }).headingDeg).toBeCloseTo(200, 6);
});

test('FIND-01 a device with only relative angles has no heading, reported at once', () => {
  const { watch, turn } = browser();
  watch.hold();
  turn('deviceorientationabsolute', { absolute: true, alpha: null, beta: null, gamma: null });
  expect(watch.snapshot().kind).toBe('searching');
  for (let step = 0; step < 5; step += 1) turn('deviceorientation', { alpha: step * 10 });
  expect(watch.snapshot().kind).toBe('none');
});

test('FIND-01 a silent device has no heading after a moment, and one that speaks later has', () => {
  const { watch, pass, turn } = browser();
  watch.hold();
  pass(FIRST_HEADING_WITHIN_MS - 1);
  expect(watch.snapshot().kind).toBe('searching');
  pass(1);
  expect(watch.snapshot().kind).toBe('none');
  turn('deviceorientationabsolute', { absolute: true, alpha: 0 });
  expect(watch.snapshot().kind).toBe('known');
});

test('FIND-01 a sensor the page may not have leaves the events', () => {
  const { watch, turn } = browser({
    openSensor: () => {
      throw new DOMException('not allowed', 'SecurityError');
    },
  });
  watch.hold();
  turn('deviceorientationabsolute', { absolute: true, alpha: 0 });
  expect(watch.snapshot().kind).toBe('known');
});

test('FIND-01 a heading without news is lost, and found again', () => {
  const { watch, turn, pass } = browser();
  watch.hold();
  turn('deviceorientationabsolute', { absolute: true, alpha: 0 });
  pass(HEADING_STALE_AFTER_MS);
  expect(watch.snapshot().kind).toBe('known');
  pass(1);
  expect(watch.snapshot().kind).toBe('lost');
  turn('deviceorientationabsolute', { absolute: true, alpha: 90 });
  expect(watch.snapshot()).toMatchObject({ kind: 'known' });
});

test('FIND-01 iOS is asked from a tap only', async () => {
  let asked = 0;
  const { watch, turn, pass } = browser({
    requestPermission: async () => {
      asked += 1;
      return 'granted';
    },
  });
  watch.hold();
  expect(watch.snapshot().kind).toBe('searching');
  pass(ASK_AFTER_MS);
  expect(watch.snapshot().kind).toBe('unasked');
  pass(60_000);
  expect([asked, watch.snapshot().kind]).toEqual([0, 'unasked']);
  await watch.ask();
  expect([asked, watch.snapshot().kind]).toEqual([1, 'searching']);
  turn('deviceorientation', { alpha: 10, webkitCompassHeading: 40, webkitCompassAccuracy: 10 });
  expect(watch.snapshot()).toMatchObject({ kind: 'known', source: 'ios_compass', accuracyDeg: 10 });
});

test('FIND-01 a browser that could be asked but tells anyway is not asked', () => {
  const { watch, turn, pass } = browser({ requestPermission: async () => 'granted' });
  watch.hold();
  turn('deviceorientationabsolute', { absolute: true, alpha: null, beta: null, gamma: null });
  pass(ASK_AFTER_MS);
  expect(watch.snapshot().kind).toBe('searching');
  pass(FIRST_HEADING_WITHIN_MS);
  expect(watch.snapshot().kind).toBe('none');
});

test('FIND-01 events that begin late withdraw the question', () => {
  const { watch, turn, pass } = browser({ requestPermission: async () => 'granted' });
  watch.hold();
  pass(ASK_AFTER_MS);
  turn('deviceorientation', { alpha: 3 });
  pass(1);
  expect(watch.snapshot().kind).toBe('searching');
});

test('FIND-01 a browser that says that nobody has to be asked is not asked, however silent the device', async () => {
  const { watch, pass } = browser({ requestPermission: async () => 'granted', isAllowed: async () => true });
  watch.hold();
  pass(ASK_AFTER_MS);
  await settled();
  expect(watch.snapshot().kind).toBe('searching');
  pass(FIRST_HEADING_WITHIN_MS);
  expect(watch.snapshot().kind).toBe('none');
});

test('FIND-01 a refusal on iOS is distinguished from a missing compass', async () => {
  const denied = browser({ requestPermission: async () => 'denied' });
  denied.watch.hold();
  await denied.watch.ask();
  expect(denied.watch.snapshot().kind).toBe('denied');
  const failing = browser({ requestPermission: () => Promise.reject(new Error('no gesture')) });
  failing.watch.hold();
  await failing.watch.ask();
  expect(failing.watch.snapshot().kind).toBe('denied');
});

test('FIND-01 without a compass the way one walks stands in', () => {
  const { watch, pass, draw, now } = browser();
  watch.hold();
  pass(FIRST_HEADING_WITHIN_MS);
  watch.receiveMovement({ heading: 120, speed: 0.3 }, now());
  draw();
  expect(watch.snapshot().kind).toBe('none');
  // Where they walked some time ago, as a page finds it that is opened now, is no heading.
  watch.receiveMovement({ heading: 120, speed: 1.3 }, now() - COURSE_STALE_AFTER_MS - 1);
  draw();
  expect(watch.snapshot().kind).toBe('none');
  watch.receiveMovement({ heading: 120, speed: 1.3 }, now());
  draw();
  expect(watch.snapshot()).toMatchObject({ kind: 'known', source: 'course' });
  // Standing still again, there is no compass to be found by moving the phone.
  pass(COURSE_STALE_AFTER_MS + 1);
  expect(watch.snapshot().kind).toBe('none');
});

test('FIND-01 listeners are notified once a frame, however many events arrive', () => {
  const sensor = new Sensor();
  const { watch, draw, told } = browser({ openSensor: () => sensor });
  watch.hold();
  const before = told();
  for (let step = 0; step < 20; step += 1) sensor.say(step);
  expect(told()).toBe(before);
  draw();
  expect(told()).toBe(before + 1);
});

test('FIND-01 nobody looking, nothing listens', async () => {
  const sensor = new Sensor();
  const { watch, checks, turn } = browser({ openSensor: () => sensor });
  const release = watch.hold();
  const other = watch.hold();
  release();
  release();
  await settled();
  expect(sensor.state).toBe('started');
  other();
  await settled();
  expect([sensor.state, checks.size]).toEqual(['stopped', 0]);
  turn('deviceorientationabsolute', { absolute: true, alpha: 0 });
  expect(watch.snapshot().kind).toBe('unknown');
});

test('LIVE-08 a refusal is still said on the next visit, until the device tells again', async () => {
  const { watch, pass, turn } = browser({ requestPermission: async () => 'denied' });
  const release = watch.hold();
  await watch.ask();
  release();
  await settled();
  expect(watch.snapshot().kind).toBe('unknown');
  watch.hold();
  expect(watch.snapshot().kind).toBe('denied');
  pass(FIRST_HEADING_WITHIN_MS);
  expect(watch.snapshot().kind).toBe('denied');
  turn('deviceorientation', { alpha: 0, webkitCompassHeading: 90, webkitCompassAccuracy: 10 });
  expect(watch.snapshot().kind).toBe('known');
});
