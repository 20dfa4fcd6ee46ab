import { accuracyOfCode, createLiveDecoder, LiveFrameError } from '@hereabouts/contract/live-frames';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameEncoder } from './frame-encoder.ts';
import { LiveSharer, quantise } from './live-sharer.ts';

const EARTH_RADIUS_M = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function metresBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const h =
    haversine(radians(b.latitude - a.latitude)) +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      haversine(radians(b.longitude - a.longitude));
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(h));
}

const START_MS = Date.parse('2026-06-20T12:00:00.000Z');
const idOf = (person: number) => `00000000-0000-4000-8000-${person.toString(16).padStart(12, '0')}`;
const place = { latitude: 49.1832, longitude: -2.1065, accuracyM: 8 };

const coordinates = fc.oneof(
  fc.record({
    latitude: fc.double({ min: 49.18, max: 49.19, noNaN: true }),
    longitude: fc.double({ min: -2.11, max: -2.1, noNaN: true }),
  }),
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('walk' as const),
      who: fc.nat(11),
      north: fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
      east: fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
      accuracyM: fc.double({ min: 0, max: 10_000, noNaN: true }),
      ageMs: fc.nat(5_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      who: fc.nat(11),
      to: coordinates,
      accuracyM: fc.double({ min: 0, max: 10_000, noNaN: true }),
      ageMs: fc.nat(600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), who: fc.nat(11) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('audience' as const),
      viewer: fc.nat(2),
      sees: fc.uniqueArray(fc.nat(11)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), viewer: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rejoin' as const), viewer: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('tick' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  },
);

type Told = { latitude: number; longitude: number; accuracyM: number; fixedAtMs: number };

test('LIVE-05 a viewer who starts before a position’s first tick gets it after that tick', () => {
  const sharer = new LiveSharer(idOf(1), quantise({ ...place, fixedAtMs: START_MS }));
  const viewer = new FrameEncoder();
  const decoder = createLiveDecoder();
  viewer.see(new Set([sharer]));
  decoder.apply(viewer.frame(START_MS)!.buffer, START_MS);
  expect(decoder.friends.size).toBe(0);
  sharer.step(START_MS + 400);
  decoder.apply(viewer.frame(START_MS + 400)!.buffer, START_MS + 400);
  expect(decoder.friends.has(idOf(1))).toBe(true);
  expect(viewer.frame(START_MS + 1_400)).toBeNull();
});

test('LIVE-02 LIVE-05 whatever people do, every viewer knows exactly their friends within 1 m', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
      let nowMs = START_MS;
      const sharers = new Map<number, LiveSharer>();
      const truth = new Map<number, Told>();
      const viewers = [0, 1, 2].map(() => ({
        encoder: new FrameEncoder(),
        decoder: createLiveDecoder(),
        sees: new Set<number>([0, 1, 2, 3, 4, 5]),
        isAway: false,
      }));
      const look = () => {
        for (const { encoder, sees } of viewers) {
          encoder.see(new Set([...sharers].filter(([who]) => sees.has(who)).map(([, sharer]) => sharer)));
        }
      };
      const put = (who: number, told: Told) => {
        const sharer = sharers.get(who);
        if (sharer && told.fixedAtMs < sharer.latest.fixedAtMs) return;
        truth.set(who, told);
        if (sharer) sharer.put(quantise(told));
        else sharers.set(who, new LiveSharer(idOf(who), quantise(told)));
        if (!sharer) look();
      };
      const tick = (ms: number) => {
        nowMs += ms;
        for (const sharer of sharers.values()) sharer.step(nowMs);
        for (const viewer of viewers) {
          if (viewer.isAway) {
            viewer.isAway = false;
            continue;
          }
          const frame = viewer.encoder.frame(nowMs);
          if (frame !== null) viewer.decoder.apply(frame.buffer, nowMs);
          const { friends } = viewer.decoder;
          const expected = [...sharers.keys()].filter((who) => viewer.sees.has(who)).map(idOf);
          expect([...friends.keys()].toSorted()).toEqual(expected.toSorted());
          for (const who of sharers.keys()) {
            const [told, seen] = [truth.get(who)!, friends.get(idOf(who))];
            if (!seen) continue;
            expect(metresBetween(told, seen)).toBeLessThan(0.8);
            // Rounded up by a metre or 3 %, and left as it was by changes of up to a fifth.
            expect(seen.accuracyM).toBeGreaterThan(told.accuracyM / 1.21);
            expect(seen.accuracyM).toBeLessThan(Math.max(told.accuracyM + 1, told.accuracyM * 1.031) * 1.21);
            expect(Math.abs(seen.fixedAtMs - told.fixedAtMs)).toBeLessThanOrEqual(1_000);
          }
        }
      };
      for (const step of actions) {
        const before = 'who' in step ? truth.get(step.who) : undefined;
        if (step.do === 'walk') {
          const { latitude, longitude } = before ?? place;
          const moved = { latitude: latitude + step.north, longitude: longitude + step.east };
          if (Math.abs(moved.latitude) > 90 || Math.abs(moved.longitude) > 180) continue;
          put(step.who, { ...moved, accuracyM: step.accuracyM, fixedAtMs: nowMs - step.ageMs });
        } else if (step.do === 'jump') {
          put(step.who, { ...step.to, accuracyM: step.accuracyM, fixedAtMs: nowMs - step.ageMs });
        } else if (step.do === 'stop') {
          if (sharers.delete(step.who)) look();
        } else if (step.do === 'audience') {
          viewers[step.viewer]!.sees = new Set(step.sees);
          look();
        } else if (step.do === 'away') {
          viewers[step.viewer]!.isAway = true;
        } else if (step.do === 'rejoin') {
          viewers[step.viewer]!.encoder = new FrameEncoder();
          look();
        } else {
          tick(step.ms);
        }
      }
      tick(1_000);
      tick(1_000);
    }),
    { numRuns: 300 },
  );
});

test('a step of somebody who walks costs one byte and one bit, the same bytes for all who watch', () => {
  const sharers = Array.from(
    { length: 50 },
    (_, person) => new LiveSharer(idOf(person), quantise({ ...place, fixedAtMs: START_MS })),
  );
  const [ann, bob] = [new FrameEncoder(), new FrameEncoder()];
  for (const viewer of [ann, bob]) viewer.see(new Set(sharers));
  for (const sharer of sharers) sharer.step(START_MS);
  for (const viewer of [ann, bob]) viewer.frame(START_MS);
  for (const sharer of sharers) {
    sharer.put(quantise({ ...place, latitude: place.latitude + 2e-5, fixedAtMs: START_MS + 800 }));
    sharer.step(START_MS + 1_000);
  }
  const frame = ann.frame(START_MS + 1_000)!;
  expect(frame).toHaveLength(1 + 2 + Math.ceil(50 / 8) + 50);
  expect(bob.frame(START_MS + 1_000)).toEqual(frame);
  expect(ann.frame(START_MS + 1_001)).toBeNull();
});

describe('LIVE-05 ages come from the server', () => {
  const arrivals = (delays: readonly number[]) => {
    const decoder = createLiveDecoder();
    const sharer = new LiveSharer(idOf(1), quantise({ ...place, fixedAtMs: START_MS }));
    const viewer = new FrameEncoder();
    viewer.see(new Set([sharer]));
    for (const [tick, delayMs] of delays.entries()) {
      const nowMs = START_MS + tick * 1_000;
      sharer.put(quantise({ ...place, fixedAtMs: nowMs }));
      sharer.step(nowMs);
      // A local clock that is an hour ahead.
      decoder.apply(viewer.frame(nowMs)!.buffer, nowMs + delayMs + 3_600_000);
    }
    return { decoder, lastMs: START_MS + (delays.length - 1) * 1_000 };
  };

  test('the quickest frame tells how far the clocks are apart', () => {
    const { decoder, lastMs } = arrivals([300, 20, 900, 120_000]);
    expect(decoder.serverNow(lastMs + 3_600_000)).toBe(lastMs - 20);
  });

  test('a local clock that has jumped is followed', () => {
    const { decoder, lastMs } = arrivals([10, ...Array.from({ length: 30 }, () => 5_000_000)]);
    expect(decoder.serverNow(lastMs + 3_600_000 + 5_000_000)).toBe(lastMs);
  });

  test('before the first frame the local clock has to do', () => {
    expect(createLiveDecoder().serverNow(42)).toBe(42);
  });
});

test('changes of the accuracy by less than a fifth are left out', () => {
  const sharer = new LiveSharer(idOf(1), quantise({ ...place, accuracyM: 10, fixedAtMs: START_MS }));
  sharer.step(START_MS);
  const toldWith = (accuracyM: number) => {
    sharer.put(quantise({ ...place, accuracyM, fixedAtMs: START_MS }));
    sharer.step(START_MS);
    return accuracyOfCode(sharer.latest.accuracyCode);
  };
  const first = toldWith(10);
  expect(toldWith(11)).toBe(first);
  expect(toldWith(9)).toBe(first);
  expect(toldWith(15)).toBeGreaterThan(14);
});

describe('a broken frame', () => {
  const wholeFrame = () => {
    const sharer = new LiveSharer(idOf(1), quantise({ ...place, fixedAtMs: START_MS }));
    sharer.step(START_MS);
    const viewer = new FrameEncoder();
    viewer.see(new Set([sharer]));
    return { sharer, viewer, bytes: viewer.frame(START_MS)! };
  };
  const messageOf = (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      createLiveDecoder().apply(bytes.buffer, START_MS);
      return 'read';
    } catch (error) {
      expect(error).toBeInstanceOf(LiveFrameError);
      return (error as Error).message;
    }
  };

  test('says what is wrong with it', () => {
    const { bytes } = wholeFrame();
    expect(messageOf(Uint8Array.of())).toBe('The first frame must be a whole one');
    expect(messageOf(Uint8Array.of(0x20, 0))).toBe('The first frame must be a whole one');
    expect(messageOf(bytes.slice(0, -1))).toBe('The frame ends too early');
    expect(messageOf(Uint8Array.of(...bytes, 0))).toBe('The frame is too long');
    expect(messageOf(Uint8Array.of(0x3f, ...bytes.slice(1)))).toBe('A frame of version 3 cannot be read');
  });

  test('changes nothing; the frames after it are passed over until one resets everything', () => {
    const { sharer, viewer, bytes } = wholeFrame();
    const decoder = createLiveDecoder();
    expect(decoder.needsResync).toBe(true);
    decoder.apply(bytes.buffer, START_MS);
    expect(decoder.needsResync).toBe(false);
    const known = [...decoder.friends];
    expect(() => decoder.apply(Uint8Array.of(0x24, 0, 0xff, 0).buffer, START_MS)).toThrow(LiveFrameError);
    expect(decoder.needsResync).toBe(true);
    expect([...decoder.friends]).toEqual(known);

    sharer.put(quantise({ ...place, latitude: 49.2, fixedAtMs: START_MS + 1_000 }));
    sharer.step(START_MS + 1_000);
    const next = viewer.frame(START_MS + 1_000)!;
    expect(decoder.apply(next.buffer, START_MS + 1_000)).toEqual({ changed: [], removedIds: [] });
    const again = new FrameEncoder();
    decoder.apply(again.frame(START_MS + 2_000)!.buffer, START_MS + 2_000);
    expect(decoder.needsResync).toBe(false);
    expect(decoder.friends.size).toBe(0);
  });

  test('of any bytes at all is an error of ours or harmless', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (noise, pretend) => {
        const bytes = Uint8Array.from(pretend ? [0x20 | ((noise[0] ?? 0) & 15), ...noise.slice(1)] : noise);
        const decoder = createLiveDecoder();
        decoder.apply(wholeFrame().bytes.buffer, START_MS);
        try {
          decoder.apply(bytes.buffer, START_MS);
        } catch (error) {
          expect(error).toBeInstanceOf(LiveFrameError);
        }
        for (const { latitude, longitude } of decoder.friends.values()) {
          expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test('a frame reports changed and removed friends separately, also across a reset', () => {
  const decoder = createLiveDecoder();
  const [ann, bob] = [1, 2].map(
    (person) => new LiveSharer(idOf(person), quantise({ ...place, fixedAtMs: START_MS })),
  ) as [LiveSharer, LiveSharer];
  for (const sharer of [ann, bob]) sharer.step(START_MS);
  const viewer = new FrameEncoder();
  viewer.see(new Set([ann, bob]));
  const first = decoder.apply(viewer.frame(START_MS)!.buffer, START_MS);
  expect(first.changed.map(({ userId }) => userId)).toEqual([idOf(1), idOf(2)]);
  viewer.see(new Set([bob]));
  expect(decoder.apply(viewer.frame(START_MS)!.buffer, START_MS)).toEqual({
    changed: [],
    removedIds: [idOf(1)],
  });
  const rejoined = new FrameEncoder();
  expect(decoder.apply(rejoined.frame(START_MS)!.buffer, START_MS).removedIds).toEqual([idOf(2)]);
  decoder.clear();
  expect(decoder.needsResync).toBe(true);
});
