import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { expectAccessible, PASSWORD, signUp } from './visitor.ts';

const isHome = (url: URL) => url.pathname === '/';

const test = journey
  .extend('visitor', ({ visit }) => visit())
  .extend('ui', ({ page }) => {
    const password = () => page.getByLabel('Password', { exact: true });
    const logIn = () => page.getByRole('button', { name: 'LOG IN' });
    const createAccount = () => page.getByRole('button', { name: 'Create account' });
    return { password, logIn, createAccount };
  });

test('LOGIN-01 LOGIN-02 LOGIN-04 the form asks for an e-mail and a password, both required', async ({
  page,
  ui: { password, logIn },
}) => {
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor();
  expect(await page.title()).toBe('Login');
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
  for (const field of [page.getByLabel('Email'), password()]) {
    expect(await field.evaluate((input: HTMLInputElement) => input.required)).toBe(true);
  }
  await logIn().click();
  expect(await page.getByLabel('Email').evaluate((input) => input.matches(':focus:invalid'))).toBe(true);
  await expectAccessible(page);
  for (const target of ['/forgot-password', '/register']) {
    await page.locator(`a[href="${target}"]`).waitFor();
  }
});

test('LOGIN-03 LOGIN-05 the Log In button shows that it is busy until the home page opens', async ({
  marie,
  page,
  ui: { password, logIn },
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(` ${marie.email.toUpperCase()} `);
  await password().fill(PASSWORD);
  const release = await hold(page, '**/auth/v1/token*');
  await logIn().click();
  const busy = page.getByRole('button', { name: 'Signing In...' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await release();
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();
});

test('LOGIN-06 a failed sign-in shows the service’s message, or the page’s own text where there is none', async ({
  visitor,
  marie,
  page,
  ui: { password, logIn },
}) => {
  visitor.allowErrors(/400|ERR_FAILED/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await password().fill('not-her-password');
  await logIn().click();
  await page.getByRole('alert').getByText('Invalid login credentials').waitFor();
  await expectAccessible(page);

  await page.route('**/auth/v1/token*', (route) => route.abort());
  await logIn().click();
  await page.getByRole('alert').getByText('An error occurred during login').waitFor();
  expect(await password().inputValue()).toBe('not-her-password');
  expect(await logIn().isEnabled()).toBe(true);
});

test('LOGIN-08 REG-02 a phone number can be used instead of an e-mail address, to sign up and to sign in', async ({
  page,
  ui: { password, logIn, createAccount },
}) => {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Yves');
  await page.getByRole('button', { name: 'Use phone instead' }).click();
  expect(await page.getByLabel('Phone').getAttribute('type')).toBe('tel');
  await page.getByLabel('Phone').fill('+44 7797 712 345');
  await password().fill(PASSWORD);
  await expectAccessible(page);
  await createAccount().click();
  await page.waitForURL(isHome);

  await page.goto('/profile');
  await page.getByText('+447797712345').waitFor();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.getByRole('button', { name: 'Use phone instead' }).click();
  await page.getByLabel('Phone').fill('07797 712345');
  await password().fill(PASSWORD);
  await logIn().click();
  await page.waitForURL(isHome);
});

test('REG-01 a strength meter rates the password; the button shows that it is busy while signing up', async ({
  page,
  ui: { password, createAccount },
}) => {
  await page.goto('/register');
  await page.locator('a[href="/login"]').waitFor();
  await page.getByLabel('Full name').fill('Zoë');
  await page.getByLabel('Email').fill('zoe@example.org');
  await password().fill('gorse');
  await page.getByText('Too weak').waitFor();
  await password().fill(PASSWORD);
  await page.getByText('Strong').waitFor();
  await expectAccessible(page);
  const release = await hold(page, '**/auth/v1/signup*');
  await createAccount().click();
  expect(await page.getByRole('button', { name: 'Creating account...' }).isDisabled()).toBe(true);
  await release();
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Zoë' }).waitFor();
});

test('REG-03 a weak password is refused with every reason, including those only the server can check', async ({
  visitor,
  page,
  ui: { password, createAccount },
}) => {
  visitor.allowErrors(/422/);
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Philippe');
  await page.getByLabel('Email').fill('philippe@example.org');
  await password().fill('phili');
  await page.getByText('Use at least 8 characters.').waitFor();
  await password().fill('philippe');
  await page.getByText('Do not use your name or email address in it.').waitFor();
  const guessed = page.getByText('This password is too easy to guess.');
  await password().fill('Password123');
  await guessed.waitFor();
  await password().fill('minecraft99');
  expect(await guessed.count()).toBe(0);
  await createAccount().click();
  await page.getByText('Please choose a stronger password.').waitFor();
  await guessed.waitFor();
  await page.getByText('Password strength: Too weak').waitFor();
  await password().fill(PASSWORD);
  await page.getByText('Password strength: Strong').waitFor();
  expect(await page.getByText('Please choose a stronger password.').count()).toBe(0);
  expect(await guessed.count()).toBe(0);
  await createAccount().click();
  await page.waitForURL(isHome);
});

test('REG-03 an e-mail address that has an account is reported on the form if confirmation is off', async ({
  visitor,
  marie,
  page,
  ui: { password, createAccount },
}) => {
  visitor.allowErrors(/422/);
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Another Marie');
  await page.getByLabel('Email').fill(marie.email);
  await password().fill(PASSWORD);
  await createAccount().click();
  await page.getByRole('alert').getByText('This address already has an account').waitFor();
});

test('LAYOUT-01 the pages for signed-out people fit 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token_hash=x']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess, path).toBe(0);
  }
});

test('AUTH-03 signing in or out in one tab is followed by the others', async ({ page, visitor }) => {
  // A tab whose socket ends before its storage has changed asks the server.
  visitor.allowErrors(/403.*\/auth\/v1\/user/);
  const other = await page.context().newPage();
  await other.goto('/login');
  await signUp(page, { name: 'Tilly', email: 'tilly@example.org' });
  await other.waitForURL(isHome);
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await other.waitForURL('**/login');
  await page.waitForURL((url) => url.pathname === '/login');
});
