import { beforeEach, expect, test } from 'vitest';
import { createMapsLoader, mapsScriptUrl, type MapsLoader, type MapsPage } from './maps-loader.ts';
import type { PlacesLibrary } from './maps-library.ts';

const LIBRARY = {} as PlacesLibrary;
const SCRIPT = 'https://maps.example/js';

let library: PlacesLibrary | null;
let inserted: { url: string; fail: () => void }[];
let loader: MapsLoader;
let settled: (PlacesLibrary | null)[];
let clock: ReturnType<typeof fakeClock>;

function fakeClock() {
  let nowMs = 0;
  const timers = new Set<{ at: number; everyMs: number; run: () => void }>();
  return {
    now: () => nowMs,
    after: () => () => {},
    every(everyMs: number, run: () => void) {
      const timer = { at: nowMs + everyMs, everyMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end; nowMs++) {
        for (const timer of timers) {
          if (timer.at !== nowMs + 1) continue;
          timer.at += timer.everyMs;
          nowMs += 1;
          timer.run();
          nowMs -= 1;
        }
      }
    },
    running: () => timers.size,
  };
}

beforeEach(() => {
  library = null;
  inserted = [];
  settled = [];
  clock = fakeClock();
  const page: MapsPage = {
    findLibrary: () => library,
    insertScript: (url, onFailed) => void inserted.push({ url, fail: onFailed }),
  };
  loader = createMapsLoader(page, clock);
});
const open = () => loader.load(SCRIPT, (found) => settled.push(found));

test('LOC-01 the library is looked for every 500 ms and used once it is there', () => {
  open();
  expect(inserted.map(({ url }) => url)).toEqual([SCRIPT]);
  clock.pass(600);
  library = LIBRARY;
  clock.pass(399);
  expect(settled).toEqual([]);
  clock.pass(1);
  expect(settled).toEqual([LIBRARY]);
  expect(clock.running()).toBe(0);
});

test('LOC-01 the library is given up after 5 s; if it comes later it is used the next time', () => {
  open();
  clock.pass(4_999);
  expect(settled).toEqual([]);
  clock.pass(1);
  expect(settled).toEqual([null]);
  open();
  expect(settled).toEqual([null, null]);
  library = LIBRARY;
  open();
  expect(settled).toEqual([null, null, LIBRARY]);
  expect(inserted).toHaveLength(1);
});

test('LOC-02 a script that fails is noticed at the next look, and tried again the next time', () => {
  open();
  inserted[0]?.fail();
  clock.pass(500);
  expect(settled).toEqual([null]);
  open();
  expect(inserted).toHaveLength(2);
  clock.pass(1_000);
  library = LIBRARY;
  clock.pass(500);
  expect(settled).toEqual([null, LIBRARY]);
});

test('LOC-01 a caller that aborts gets nothing; the five seconds continue', () => {
  const stop = open();
  clock.pass(3_000);
  stop();
  clock.pass(1_000);
  open();
  clock.pass(1_000);
  expect(settled).toEqual([null]);
  expect(inserted).toHaveLength(1);
});

test('LOC-01 the address carries the key and asks for the places library', () => {
  const url = URL.parse(mapsScriptUrl('https://maps.example/js?v=weekly', 'a key&b'));
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    v: 'weekly',
    key: 'a key&b',
    libraries: 'places',
    loading: 'async',
  });
});
