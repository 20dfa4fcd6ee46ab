import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { onHint } from './hints.ts';

test('hints are acted on at once, then at most once a second, and the last one is never lost (S44)', () => {
  const timers: (() => void)[] = [];
  const clock = { now: () => 0, after: (_ms: number, run: () => void) => (timers.push(run), () => {}) };
  const client = new QueryClient();
  const acts: string[] = [];
  const hint = (name: string) => onHint(client, name, () => void acts.push(name), { clock });
  for (let at = 0; at < 50; at += 1) hint('live');
  hint('contacts');
  expect(acts).toEqual(['live', 'contacts']);
  const aSecond = () => timers.splice(0).forEach((run) => run());
  aSecond();
  expect(acts).toEqual(['live', 'contacts', 'live']);
  aSecond();
  aSecond();
  expect(acts).toHaveLength(3);
  hint('live');
  expect(acts).toHaveLength(4);
});

test('at the end of a rest what was asked for last is done: what asked first may be gone', () => {
  const timers: (() => void)[] = [];
  const clock = { now: () => 0, after: (_ms: number, run: () => void) => (timers.push(run), () => {}) };
  const client = new QueryClient();
  const acts: string[] = [];
  for (const by of ['first', 'second', 'third']) {
    onHint(client, 'friends', () => void acts.push(by), { clock });
  }
  timers.shift()?.();
  expect(acts).toEqual(['first', 'third']);
});

test('hints that come while one is acted on are together acted on once afterwards (S44)', async () => {
  const timers: (() => void)[] = [];
  const clock = { now: () => 0, after: (_ms: number, run: () => void) => (timers.push(run), () => {}) };
  const client = new QueryClient();
  const acts: PromiseWithResolvers<void>[] = [];
  const hint = () =>
    onHint(
      client,
      'chat',
      () => {
        const act = Promise.withResolvers<void>();
        acts.push(act);
        return act.promise;
      },
      { clock },
    );
  hint();
  hint();
  timers.shift()?.();
  hint();
  expect(acts).toHaveLength(1);
  acts[0]?.resolve();
  await acts[0]?.promise;
  expect(acts).toHaveLength(2);
  acts[1]?.resolve();
  await acts[1]?.promise;
  timers.shift()?.();
  await Promise.resolve();
  expect(acts).toHaveLength(2);
  hint();
  expect(acts).toHaveLength(3);
});

test('a hint that goes on and on is acted on less and less often, and at once again after a while', () => {
  let nowMs = 1_000_000;
  let timers: { atMs: number; run: () => void }[] = [];
  const clock = {
    now: () => nowMs,
    after(ms: number, run: () => void) {
      timers.push({ atMs: nowMs + ms, run });
      return () => {};
    },
  };
  const client = new QueryClient();
  const acts: number[] = [];
  const startMs = nowMs;
  const hintEvery = (everyMs: number, forMs: number) => {
    for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += 100) {
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter((one) => !due.includes(one));
      for (const { run } of due) run();
      if (nowMs % everyMs === 0)
        onHint(client, 'friends', () => void acts.push((nowMs - startMs) / 1_000), {
          clock,
          calmsToMs: 30_000,
        });
    }
  };
  hintEvery(500, 120_000);
  expect(acts).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
  // Those that come a moment after each rest are no way around it.
  acts.length = 0;
  hintEvery(31_000, 93_000);
  expect(acts.length).toBeLessThanOrEqual(4);
  nowMs += 120_000;
  acts.length = 0;
  hintEvery(500, 3_000);
  expect(acts.length).toBe(2);
});
