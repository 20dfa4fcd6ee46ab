import { MINUTE_MS } from '@hereabouts/contract/durations';
import { expect, test } from 'vitest';
import { FrameEncoder } from './frame-encoder.ts';
import { LiveSharer, quantise } from './live-sharer.ts';
import { createLiveDecoder, type LiveDecoder } from '@hereabouts/contract/live-frames';

const START_MS = Date.parse('2026-06-20T12:00:00.000Z');
const ID = '00000000-0000-4000-8000-000000000001';
const place = { latitude: 49.1832, longitude: -2.1065, accuracyM: 8 };
const fixAt = (fixedAtMs: number) => quantise({ ...place, fixedAtMs });

/** Somebody who looks, and a way to give them the frame of a tick. */
function watch(sharer: LiveSharer): { decoder: LiveDecoder; tick: (nowMs: number) => number } {
  const viewer = new FrameEncoder();
  const decoder = createLiveDecoder();
  viewer.see(new Set([sharer]));
  return {
    decoder,
    tick(nowMs) {
      const frame = viewer.frame(nowMs);
      if (frame !== null) decoder.apply(frame.buffer, nowMs);
      return frame?.length ?? 0;
    },
  };
}

test('LIVE-12 contact without a fix costs one byte and a bit, and leaves the age of the fix as it is', () => {
  const sharer = new LiveSharer(ID, fixAt(START_MS));
  const { decoder, tick } = watch(sharer);
  sharer.step(START_MS);
  tick(START_MS);
  const nowMs = START_MS + 45_000;
  expect(sharer.step(nowMs)).toBe(false);
  sharer.touch(nowMs);
  expect(sharer.step(nowMs)).toBe(true);
  // Head, time, bitmap, change.
  expect(tick(nowMs)).toBeLessThanOrEqual(6);
  expect(decoder.friends.get(ID)).toMatchObject({ fixedAtMs: START_MS, contactAtMs: nowMs });
  expect(sharer.step(nowMs + 1_000)).toBe(false);
  expect(tick(nowMs + 1_000)).toBe(0);
});

test('LIVE-12 a viewer who starts later or missed a frame gets both ages', () => {
  const sharer = new LiveSharer(ID, fixAt(START_MS));
  sharer.step(START_MS);
  const early = watch(sharer);
  early.tick(START_MS);
  for (const afterMs of [15_000, 30_000]) {
    sharer.touch(START_MS + afterMs);
    sharer.step(START_MS + afterMs);
  }
  const nowMs = START_MS + 50_000;
  const late = watch(sharer);
  for (const { decoder, tick } of [early, late]) {
    tick(nowMs);
    expect(decoder.friends.get(ID)).toMatchObject({ fixedAtMs: START_MS, contactAtMs: START_MS + 30_000 });
  }
});

test('LIVE-12 a contact of the past, as another process tells of it, is not shown as one of now', () => {
  const nowMs = START_MS + 20 * MINUTE_MS;
  const sharer = new LiveSharer(ID, fixAt(START_MS));
  const { decoder, tick } = watch(sharer);
  sharer.step(nowMs);
  tick(nowMs);
  sharer.touch(START_MS + MINUTE_MS);
  sharer.step(nowMs + 1_000);
  tick(nowMs + 1_000);
  expect(decoder.friends.get(ID)).toMatchObject({
    fixedAtMs: START_MS,
    contactAtMs: START_MS + MINUTE_MS,
  });
});
