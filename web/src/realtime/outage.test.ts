import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import type { ConnectionState } from './client.ts';
import { OutageWatch, type Outage } from './outage.ts';

let clock: FakeClock;
let state: ConnectionState;
let look: () => void;
let watch: OutageWatch;
let seen: Outage[];

beforeEach(() => {
  clock = createFakeClock();
  state = 'idle';
  seen = [];
  watch = new OutageWatch({
    state: () => state,
    watchState(watcher) {
      look = watcher;
      return () => {};
    },
    after: (delayMs, run) => clock.after(delayMs, run),
  });
  watch.watch(() => seen.push(watch.outage));
});

function become(...states: ConnectionState[]): void {
  for (const next of states) {
    state = next;
    look();
  }
}

test('RT-03 a lost socket is shown after 3 s, and replaced by polling after 15 s', () => {
  become('connecting', 'open', 'waiting');
  clock.advance(2_999);
  expect(watch.outage).toBe('none');
  clock.advance(1);
  expect(watch.outage).toBe('noticed');
  become('connecting', 'waiting', 'connecting');
  clock.advance(11_999);
  expect(watch.outage).toBe('noticed');
  clock.advance(1);
  expect(watch.outage).toBe('long');
  become('open');
  clock.advance(1_000);
  expect(seen).toEqual(['noticed', 'long', 'none']);
});

test('RT-03 a socket that reconnects within 3 s is no outage', () => {
  for (let loss = 0; loss < 5; loss++) {
    become('connecting', 'open', 'waiting');
    clock.advance(2_900);
    become('connecting', 'open');
    clock.advance(60_000);
  }
  expect(seen).toEqual([]);
});

test('RT-03 a socket that opens only to close ends no outage', () => {
  become('connecting', 'open', 'waiting');
  clock.advance(3_000);
  for (const delayMs of [1_000, 2_000, 5_000, 10_000]) {
    become('connecting', 'open', 'waiting');
    clock.advance(delayMs);
  }
  expect(seen).toEqual(['noticed', 'long']);
});

test('RT-03 a slow first attempt, while its scripts load say, is shown only when it fails', () => {
  become('connecting');
  clock.advance(8_000);
  expect(seen).toEqual([]);
  become('waiting');
  expect(seen).toEqual(['noticed']);
});

test('RT-03 a first attempt that never ends is bridged as well', () => {
  become('connecting');
  clock.advance(15_000);
  expect(seen).toEqual(['long']);
});

test('RT-02 RT-03 what was missed offline does not count once the device is online', () => {
  become('connecting', 'open', 'waiting');
  clock.advance(60_000);
  watch.restart();
  expect(watch.outage).toBe('none');
  clock.advance(2_999);
  become('connecting', 'open');
  clock.advance(1_000);
  expect(seen).toEqual(['noticed', 'long', 'none']);
});

test('RT-03 an outage that began while the page was hidden begins anew as it is shown, an earlier one goes on', () => {
  become('connecting', 'open');
  watch.setShown(false);
  become('waiting');
  clock.advance(60_000);
  expect(watch.outage).toBe('long');
  watch.setShown(true);
  expect(watch.outage).toBe('none');
  clock.advance(2_999);
  expect(watch.outage).toBe('none');
  clock.advance(1);
  watch.setShown(false);
  clock.advance(12_000);
  watch.setShown(true);
  expect(seen).toEqual(['noticed', 'long', 'none', 'noticed', 'long']);
});

test('RT-03 without a session, or with a page that is too old, there is no outage', () => {
  for (const end of ['idle', 'outdated'] as const) {
    become('connecting', 'open', 'waiting');
    clock.advance(20_000);
    expect(watch.outage).toBe('long');
    become(end);
    expect(watch.outage).toBe('none');
    clock.advance(60_000);
    expect(watch.outage).toBe('none');
  }
});
