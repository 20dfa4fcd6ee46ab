import { expect, test } from 'vitest';
import { createBodyShare } from './body-share.ts';

function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('LIVE-10 bodies that arrive all the time leave the event loop most of its time to others', async () => {
  const inShare = createBodyShare();
  let isOver = false;
  let turnsOfOthers = 0;
  const others = () => {
    turnsOfOthers += 1;
    if (!isOver) setTimeout(others, 1);
  };
  others();
  const startedMs = performance.now();
  const chunks = Array.from({ length: 30 }, (_, nth) =>
    inShare({ key: `${nth % 5}`, group: 'venue' }, () => block(3)),
  );
  await Promise.all(chunks);
  isOver = true;
  // 90 ms of work, and twice as long for others, apart from the last pause.
  expect(performance.now() - startedMs).toBeGreaterThan(240);
  expect(turnsOfOthers).toBeGreaterThan(20);
});

test('LIVE-10 a body from elsewhere, or the same address, waits for no round of many others', async () => {
  const inShare = createBodyShare();
  const order: string[] = [];
  const arrive = (key: string, group: string) =>
    inShare({ key, group }, () => {
      order.push(key);
      block(1);
    });
  const many = Array.from({ length: 40 }, (_, nth) => arrive(`many ${nth % 2}`, 'venue'));
  await Promise.all([...many, arrive('anna', 'home'), arrive('ben', 'venue')]);
  for (const name of ['anna', 'ben']) expect(order.indexOf(name)).toBeLessThan(6);
});

test('a body whose work fails gives its turn back', async () => {
  const inShare = createBodyShare();
  const asker = { key: 'anna', group: 'home' };
  const failing = inShare(asker, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const done: string[] = [];
  await inShare(asker, () => void done.push('next'));
  expect(done).toEqual(['next']);
});
