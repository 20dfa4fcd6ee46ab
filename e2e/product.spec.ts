import { once } from 'node:events';
import { DELAY_MIN_MS } from '@hereabouts/testing/slow-network';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { reachable } from './product.ts';

test('with a seed for a slow network, responses and messages are delayed', async ({ product }) => {
  const slow = await reachable(product, '7');
  const timed = async (asking: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await asking();
    return performance.now() - startedAt;
  };
  const times = [
    await timed(async () => expect((await fetch(`${slow.url}/healthz`)).ok).toBe(true)),
    await timed(async () => expect((await fetch(slow.url)).ok).toBe(true)),
    // Told that it is not signed in.
    await timed(() => once(new WebSocket(`${slow.url.replace('http', 'ws')}/realtime/websocket`), 'message')),
  ];
  expect(times.map((ms) => ms > DELAY_MIN_MS)).toEqual([true, true, true]);
  await slow.stop();
  await expect(fetch(slow.url)).rejects.toThrow();
});
