import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { imageUrl } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import { plainPicture, SVG } from '@hereabouts/testing/hostile-pictures';
import { expect } from 'vitest';
import { changing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { loseAnswer } from './lost-answer.ts';
import { newPerson } from './person.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

const NEW_PASSWORD = 'heather-and-slate-72';

const isLogin = (url: URL) => url.pathname === '/login';

const test = journey.extend('ui', ({ page }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const detail = (term: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .getByRole('definition');
  return { button, detail };
});

test('PROF-01 PROF-02 LAYOUT-01 the profile shows name, e-mail and the date of joining', async ({
  marie,
  page,
  ui: { button, detail },
}) => {
  await page.goto('/profile');
  expect(await detail('Full Name').textContent()).toBe('Marie');
  expect(await detail('Email').textContent()).toBe(marie.email);
  const since = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Jersey' });
  expect(await detail('Member Since').textContent()).toBe(since.format());
  expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
  await page.getByText('version 1.0.0').waitFor();
  await expectAccessible(page);
  expect((await button('Edit Profile').boundingBox())?.width).toBeLessThan(240);
  await page.setViewportSize({ width: 320, height: 640 });
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await excess()).toBe(0);
});

test('PROF-02 PROF-03 Cancel restores the name and removes the message', async ({
  page,
  ui: { button, detail },
}) => {
  await page.goto('/profile');
  await button('Edit Profile').click();
  await page.getByLabel('Full Name').fill('   ');
  await button('Save').click();
  await page.getByText('Name cannot be empty').waitFor();
  await expectAccessible(page);
  await button('Cancel').click();
  expect(await page.getByText('Name cannot be empty').count()).toBe(0);
  expect(await detail('Full Name').textContent()).toBe('Marie');
  await button('Edit Profile').click();
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Marie');
});

test('PROF-02 PROF-03 PROF-04 the trimmed name is saved', async ({ marie, page, ui: { button, detail } }) => {
  await page.goto('/profile');
  await button('Edit Profile').click();
  const before = await marie.ok(userRoutes.getMe);
  await page.getByLabel('Full Name').fill('  Marie Le Brocq ');
  const release = await hold(page, '**/api/me');
  await button('Save').click();
  expect(await button('Saving...').isDisabled()).toBe(true);
  await release();
  await page.getByText('Profile updated successfully').waitFor();
  await expect.poll(() => detail('Full Name').textContent()).toBe('Marie Le Brocq');
  const after = await marie.ok(userRoutes.getMe);
  expect(after.name).toBe('Marie Le Brocq');
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
});

test('PROF-04 a failure is reported and keeps the input', async ({ visitor, page, ui: { button } }) => {
  visitor.allowErrors(/400|ERR_FAILED/, /not saved/);
  await page.goto('/profile');
  await button('Edit Profile').click();
  await page.getByLabel('Full Name').fill('Somebody else');
  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await button('Save').click();
  await page.getByText('Failed to update profile').waitFor();
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Somebody else');
  await page.unroute('**/api/me');

  const error = { code: 'invalid', message: 'This text has a character that cannot be stored' };
  await page.route('**/api/me', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: { error } }) : route.continue(),
  );
  await button('Save').click();
  await page.getByRole('alert').getByText(error.message).waitFor();
  expect(await page.getByText('Failed to update profile').count()).toBe(0);
});

test('PROF-01 a missing date, name or e-mail is shown as missing', async ({ visit, marie }) => {
  const bare = await visit(marie);
  await bare.page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    const me: object = await answer.json();
    await route.fulfill({ response: answer, json: { ...me, name: '', email: null, created_at: '' } });
  });
  await bare.page.goto('/profile');
  const details = bare.page.getByRole('definition');
  await details.first().waitFor();
  expect(await details.allTextContents()).toEqual(['Unnamed User', 'None', 'N/A']);
});

test('PROF-07 EVF-07 a picture is added, replaced and removed; other files are refused', async ({
  visitor,
  marie,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/415/, /not saved/);
  await page.goto('/profile');
  const input = page.locator('input[type=file]');
  const stored = async () => (await marie.ok(userRoutes.getMe)).image;
  const png = await plainPicture('png');

  await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: SVG });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed').waitFor();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: SVG });
  await page.getByText('Only JPEG, PNG, and GIF images are allowed').waitFor();
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
  await page.getByText('Image size must be less than 5MB').waitFor();
  expect(await stored()).toBeNull();

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await button('Change picture').waitFor();
  const first = await stored();
  expect(first).toMatch(/\.png$/);
  await page.locator(`main img[src="${imageUrl(first ?? '', 'card')}"]`).waitFor();
  await expectAccessible(page);

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await expect.poll(stored).not.toBe(first);
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await button('Change picture').click();
  const chooser = page.waitForEvent('filechooser');
  await item('Replace picture').click();
  await chooser;
  await button('Change picture').click();
  await item('Remove').click();
  await button('Add picture').waitFor();
  await expectFocus(page, 'Add picture');
  expect(await stored()).toBeNull();
});

test('PROF-07 a picture that could not be saved is told of also after the page was left', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Add picture' }).waitFor();
  const fail = await hold(page, '**/api/uploads', (route) => route.fulfill({ status: 500, json: {} }));
  const sent = page.waitForRequest('**/api/uploads');
  const buffer = await plainPicture('png');
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await sent;
  await page.getByRole('link', { name: 'Back to home' }).click();
  await page.getByRole('heading', { name: 'Your Events' }).waitFor();
  await fail();
  await page.getByRole('alert').filter({ hasText: 'Failed to update profile' }).waitFor();
});

test('CONT-12 the choice of who sees the address is stored on the server', async ({
  product,
  marie,
  page,
}) => {
  await page.goto('/profile');
  const tom = await newPerson(product, 'Tom');
  const seen = async () => (await tom.ok(userRoutes.getUser, { params: { userId: marie.id } })).email;
  expect(await seen()).toBe(marie.email);
  await page.getByLabel('Who sees my email and phone').selectOption('Friends');
  await expect.poll(seen).toBeNull();
  await page.reload();
  await expect.poll(() => page.getByLabel('Who sees my email and phone').inputValue()).toBe('friends');
});

test('PROF-05 changing the password requires the current one', async ({ visitor, page, ui: { button } }) => {
  visitor.allowErrors(/400|422/);
  await page.goto('/profile');
  await button('Change Password').click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expectFocused(dialog.getByLabel('Current password'));
  await dialog.getByLabel('Current password').fill('not-her-password');
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The current password is not right').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password').fill('12345678');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This password is too easy to guess.').waitFor();
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(page, 'Change Password');
});

test('PROF-05 SESS-01 a new password whose answer was lost is there when it is sent again, and the devices it signed out are not', async ({
  product,
  visitor,
  marie,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/ERR_FAILED/);
  const elsewhere = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: marie.email, password: PASSWORD }),
  });
  expect(elsewhere.status).toBe(200);
  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect.poll(() => sessions.count()).toBe(2);
  await button('Change Password').click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await loseAnswer(page, 'PUT', '**/auth/v1/user*');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Something went wrong. Please try again.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your password has been changed.').waitFor();
  await expect.poll(() => sessions.count()).toBe(1);
});

test('PROF-06 NAV-07 Sign Out leads to /login, and signing in again does not return to the profile', async ({
  marie,
  page,
  ui: { button },
}) => {
  await page.goto('/profile');
  await button('Sign Out').click();
  await page.waitForURL(isLogin);
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('PROF-06 Sign Out works when the server cannot be reached', async ({
  visitor,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/ERR_FAILED/, /could not load/);
  await page.goto('/profile');
  await button('Sign Out').waitFor();
  await page.route('**/auth/v1/**', (route) => route.abort());
  await button('Sign Out').click();
  await page.waitForURL(isLogin);
  await page.unroute('**/auth/v1/**');
  await page.goto('/profile');
  await page.waitForURL(isLogin);
});

test('PROF-06 Sign out everywhere ends the session on every device', async ({ visit, marie }) => {
  const two = await Promise.all([visit(), visit()]);
  // What was being read when the session ended.
  for (const { allowErrors } of two) allowErrors(/401|403/, /could not load/);
  for (const { page } of two) {
    await page.goto('/login?next=/profile');
    await page.getByLabel('Email').fill(marie.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  }
  const [here, there] = two.map(({ page }) => page);
  await here?.getByRole('button', { name: 'Sign out everywhere' }).click();
  await here?.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await Promise.all([here?.waitForURL(isLogin), there?.waitForURL(isLogin)]);
  expect(new URL(here?.url() ?? '').search).toBe('');
});

test('CAL-01 the calendar feed has an address to copy or open, and a new one on request', async ({
  product,
  page,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Show the feed’s link' }).click();
  const link = page.getByRole('link', { name: 'Open in my calendar' });
  const address = async () => (await link.getAttribute('href')) ?? '';
  const first = await address();
  expect(first).toMatch(/^webcal:\/\/.+\/calendar\/[\w-]{22}\.ics$/);
  expect((await fetch(first.replace('webcal:', new URL(product.url).protocol))).status).toBe(200);
  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByText('This is your new calendar link.').waitFor();
  expect(await address()).not.toBe(first);
  expect((await fetch(first.replace('webcal:', new URL(product.url).protocol))).status).toBe(404);
  await expectAccessible(page);
});

test('CAL-01 a feed whose link cannot be shown any more goes on until its person asks for a new one', async ({
  marie,
  page,
}) => {
  const { token } = await marie.ok(calendarFeedRoutes.createCalendarFeed);
  // As after a change of the server's key.
  await changing<{ feed: object }>('**/api/me/calendar-feed', (body) =>
    'feed' in body ? { feed: { token: null } } : body,
  )(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Show the feed’s link' }).click();
  await page.getByText(/but their link cannot be shown any more/).waitFor();
  await expectAccessible(page);
  expect((await marie.ok(calendarFeedRoutes.getCalendarFeed)).feed).toEqual({ token });
  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByRole('link', { name: 'Open in my calendar' }).waitFor();
  expect((await marie.ok(calendarFeedRoutes.getCalendarFeed)).feed).not.toEqual({ token });
});
