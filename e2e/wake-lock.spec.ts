import { expect } from 'vitest';
import { sharing, startParty } from './live-party.ts';
import { HERE, offFrom } from './places.ts';
import { test } from './fixtures.ts';

const FRIEND = 'Tomé de Sousa';

test('LIVE-07 the finder keeps the screen on, also after the page was hidden, until it is left', async ({
  product,
  visit,
}) => {
  const { host, friend, eventId } = await startParty(product, { host: 'Marie Le Brocq', friend: FRIEND });
  const tome = await sharing(product, friend, eventId);
  await tome.at(offFrom(HERE, 60, 240));
  const { page } = await visit(host, {
    geolocation: { ...HERE, accuracy: 8 },
    permissions: ['geolocation'],
  });
  await page.addInitScript(() => {
    const held = new Set<object>();
    const request = async () => {
      const lock = {
        released: false,
        async release() {
          lock.released = true;
          held.delete(lock);
        },
      };
      held.add(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(globalThis, { heldLocks: held });
  });
  /** The browser lets go of the screen when the page is hidden, and says when it is shown. */
  const letGo = () =>
    page.evaluate(async () => {
      const { heldLocks } = globalThis as unknown as { heldLocks: Set<{ release(): Promise<void> }> };
      for (const lock of heldLocks) await lock.release();
      document.dispatchEvent(new Event('visibilitychange'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const held = () =>
    page.evaluate(() => (globalThis as unknown as { heldLocks: Set<unknown> }).heldLocks.size);
  await page.goto(`/event/${eventId}/live`);
  await page.getByRole('heading', { level: 1, name: 'Live map' }).waitFor();
  expect(await held()).toBe(0);
  await page.getByRole('button', { name: FRIEND }).first().click();
  await page.getByRole('link', { name: `Find ${FRIEND}` }).click();
  await page.getByRole('heading', { level: 1, name: FRIEND }).waitFor();
  await expect.poll(held).toBe(1);
  await letGo();
  await expect.poll(held).toBe(1);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Live map' }).waitFor();
  await expect.poll(held).toBe(0);
  await tome.stop();
});
