import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectAccessible } from './visitor.ts';

const test = journey
  /** What the page has logged as an error. Here it may. */
  .extend('logged', ({ visitor, page }) => {
    visitor.allowErrors(/./);
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text());
    });
    return logged;
  });

test('ERR-01 a page that fails to render shows a box with the message; the others still work', async ({
  page,
  logged,
}) => {
  await page.route('**/api/home*', (route) =>
    route.fulfill({ json: { events: [{ id: 1 }], next_cursor: null } }),
  );
  await page.goto('/');
  const box = page.getByRole('alert').filter({ hasText: 'React Rendering Error' });
  await box.waitFor();
  expect(((await box.getByRole('paragraph').textContent()) ?? '').length).toBeGreaterThan(5);
  expect(logged.some((text) => text.includes('rendering failed'))).toBe(true);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  expect(await box.count()).toBe(0);
});

test('ERR-01 an app that cannot start shows a box with the message', async ({ page, logged, product }) => {
  await page.route(`${product.url}/`, async (route) => {
    const document = await route.fetch();
    const body = (await document.text()).replace('id="root"', 'id="elsewhere"');
    await route.fulfill({ response: document, body });
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'React Mount Error' }).waitFor();
  await page.getByText('The page has no element to mount in').waitFor();
  expect(logged.some((text) => text.includes('the app could not start'))).toBe(true);
});

test('ERR-01 LOGIN-01 without browser storage the app still starts, and says why nobody can sign in', async ({
  visit,
}) => {
  const bare = await visit();
  await bare.page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
    Object.defineProperty(window, 'sessionStorage', { get });
  });
  await bare.page.goto('/');
  await bare.page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await bare.page.getByText(/^Your browser is blocking cookies and site data for this site/).waitFor();
});

test('ERR-01 uncaught errors are logged', async ({ page, logged }) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your Events' }).waitFor();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown late');
    });
    void Promise.reject(new Error('rejected late'));
  });
  await expect
    .poll(() => logged.filter((text) => text.startsWith('[hereabouts]')).join('\n'))
    .toMatch(
      /uncaught error.*thrown late[^]*unhandled rejection.*rejected late|unhandled rejection[^]*uncaught error/,
    );
});
