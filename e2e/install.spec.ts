import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectAccessible } from './visitor.ts';

const HEADING = { name: 'Install Hereabouts', level: 2 } as const;

test('PWA-02 the profile offers the installation where the browser can, and nobody is asked before', async ({
  visitor: { page },
}) => {
  await page.goto('/profile');
  await page.getByRole('heading', { level: 2, name: 'Password and devices' }).waitFor();
  expect(await page.getByRole('heading', HEADING).count()).toBe(0);
  // The headless browser installs nothing, so its question is asked for it.
  const isKept = await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const asked = globalThis as { asked?: number };
    Object.assign(event, {
      prompt: async () => {
        asked.asked = (asked.asked ?? 0) + 1;
        return { outcome: 'accepted' };
      },
    });
    return !dispatchEvent(event);
  });
  expect(isKept).toBe(true);
  await page.getByRole('heading', HEADING).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('globalThis.asked')).toBe(undefined);
  await page.getByRole('button', { name: 'Install Hereabouts' }).click();
  await page.getByRole('heading', HEADING).waitFor({ state: 'detached' });
  expect(await page.evaluate('globalThis.asked')).toBe(1);
});

test('PWA-02 an app installed from the browser’s own menu is not offered any more', async ({
  visitor: { page },
}) => {
  await page.goto('/profile');
  await page.getByRole('heading', { level: 2, name: 'Password and devices' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await page.getByRole('heading', HEADING).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await page.getByRole('heading', HEADING).waitFor({ state: 'detached' });
});

test('PWA-02 on iOS it is two steps in words, and nothing where the app is installed', async ({
  visit,
  marie,
}) => {
  const { page } = await visit(marie);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { get: () => location.hash === '#installed' });
  });
  await page.goto('/profile');
  await page.getByRole('heading', HEADING).waitFor();
  const steps = page.locator('section', { has: page.getByRole('heading', HEADING) }).getByRole('listitem');
  expect(await steps.allTextContents()).toEqual([
    'Tap your browser’s Share button.',
    'Choose “Add to Home Screen”.',
  ]);
  await page.goto('/login');
  await page.goto('/profile#installed');
  await page.getByRole('heading', { level: 2, name: 'Password and devices' }).waitFor();
  expect(await page.getByRole('heading', HEADING).count()).toBe(0);
});
