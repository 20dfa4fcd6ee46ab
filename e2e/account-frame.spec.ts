import { expect } from 'vitest';
import { test } from './fixtures.ts';

const PROMISE = 'Make plans with friends. Find each other when you get there.';
const SHIFT_MAX = 0.01;

const PAGES = [
  ['/login', 'LOG IN', 'Create an account', '/register'],
  ['/register', 'Create account', 'I have an account already', '/login'],
] as const;

test.for(PAGES)(
  'LOGIN-04 REG-01 at %s a phone says what this is on the picture, and the other way in is as wide as the form',
  async ([path, button, link, target], { newcomer: { page } }) => {
    await page.addInitScript(() => {
      const shifts = globalThis as typeof globalThis & { shifted?: number };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.shifted = (shifts.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize({ width: 412, height: 823 });
    await page.goto(path, { waitUntil: 'networkidle' });
    const promise = await page.getByText(PROMISE, { exact: true }).boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((promise?.y ?? Infinity) + (promise?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
    const other = page.getByRole('link', { name: link, exact: true });
    const box = await other.boundingBox();
    expect(box?.width).toBe(
      (await page.getByRole('button', { name: button, exact: true }).boundingBox())?.width,
    );
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(await other.getAttribute('href')).toBe(target);
    const shifted = await page.evaluate(
      () => (globalThis as typeof globalThis & { shifted?: number }).shifted,
    );
    expect(shifted ?? 0).toBeLessThanOrEqual(SHIFT_MAX);
  },
);

test('REG-01 the button that creates the account is on the first screen of a phone below the bars of its browser', async ({
  newcomer: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/register', { waitUntil: 'networkidle' });
  const box = await page.getByRole('button', { name: 'Create account', exact: true }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(664);
});
