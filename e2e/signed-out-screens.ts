import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { EVENT_LINK_TEXTS } from '@hereabouts/contract/event-links';
import { FRIEND_LINK_TEXTS } from '@hereabouts/contract/friend-links';
import type { Settings } from '@hereabouts/contract/settings';
import type { Page } from 'playwright-core';
import { answering, changing, neverAnswering } from './answering.ts';
import type { Screen } from './screens.ts';
import { SIGN_IN_SCREENS } from './sign-in-screens.ts';

const SETTINGS = '**/api/settings';
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const says = (words: string) => (page: Page) => page.getByRole('status').filter({ hasText: words });
const warns = (words: string) => (page: Page) => page.getByRole('alert').filter({ hasText: words });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function tryToSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.org');
  await password(page).fill('not the password');
  await press(page, 'LOG IN');
}

async function register(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Odette');
  await press(page, 'Use phone instead');
  await page.getByLabel('Phone').fill('07797 700123');
  await password(page).fill('gorse-and-granite-49');
  await press(page, 'Create account');
}

async function registerByEmail(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Odette');
  await page.getByLabel('Email').fill('odette@jersey.example');
  await password(page).fill('gorse-and-granite-49');
  await press(page, 'Create account');
}

const SIGNED_UP = {
  id: '00000000-0000-4000-8000-000000000000',
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
  user_metadata: {},
  app_metadata: {},
};

/** What people see who are not signed in. */
export const SIGNED_OUT_SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', shows: heading('Welcome Back') },
  {
    name: 'login-phone',
    path: '/login',
    act: (page) => press(page, 'Use phone instead'),
    shows: (page) => page.getByLabel('Phone'),
  },
  {
    name: 'login-busy',
    path: '/login',
    network: neverAnswering('**/auth/v1/token*'),
    act: tryToSignIn,
    shows: (page) => page.getByRole('button', { name: 'Signing In...' }),
  },
  { name: 'login-refused', path: '/login', act: tryToSignIn, shows: alert },
  {
    name: 'login-expired-link',
    path: '/event/1#error=access_denied&error_code=otp_expired',
    shows: heading('Welcome Back'),
  },
  {
    name: 'join-signed-out',
    path: ({ eventLinkToken }) => `/join/${eventLinkToken}`,
    shows: (page) => page.getByRole('link', { name: 'Create an account' }),
  },
  {
    name: 'join-guest',
    path: ({ eventLinkToken }) => `/join/${eventLinkToken}`,
    act: (page) => press(page, 'Go on as a guest'),
    shows: (page) => page.getByLabel('Your name'),
  },
  {
    name: 'join-gone-signed-out',
    path: '/join/nothing',
    shows: (page) => page.getByText(EVENT_LINK_TEXTS.gone),
  },
  {
    name: 'add-signed-out',
    path: ({ linkToken }) => `/add/${linkToken}`,
    shows: (page) => page.getByRole('link', { name: 'Create an account' }),
  },
  {
    name: 'add-gone-signed-out',
    path: '/add/nothing',
    shows: (page) => page.getByText(FRIEND_LINK_TEXTS.gone),
  },
  { name: 'register', path: '/register', shows: heading('Join in') },
  {
    name: 'register-by-invitation',
    path: '/register?code=K7QF-2MHD-XRPW',
    network: changing<Settings>(SETTINGS, (settings) => ({ ...settings, sign_ups: 'code' })),
    shows: (page) => page.getByLabel('Invitation code'),
  },
  {
    name: 'register-closed',
    path: '/register',
    network: changing<Settings>(SETTINGS, (settings) => ({ ...settings, sign_ups: 'closed' })),
    shows: (page) => page.getByText(AUTH_TEXTS.signUpsClosed),
  },
  {
    name: 'register-weak',
    path: '/register',
    act: (page) => password(page).fill('gorse'),
    shows: says('Too weak'),
  },
  {
    name: 'register-refused',
    path: '/register',
    async act(page) {
      await page.getByLabel('Full name').fill('Philippe');
      await page.getByLabel('Email').fill('philippe@example.org');
      await password(page).fill('password123');
      await press(page, 'Create account');
    },
    shows: alert,
  },
  {
    name: 'register-code',
    path: '/register',
    network: answering('**/auth/v1/signup*', { ...SIGNED_UP, phone: '+447797700123' }),
    act: register,
    shows: (page) => page.getByLabel('Code'),
  },
  {
    name: 'register-mailed',
    path: '/register',
    network: answering('**/auth/v1/signup*', { ...SIGNED_UP, email: 'odette@jersey.example' }),
    act: registerByEmail,
    shows: (page) => page.getByLabel('Code'),
  },
  { name: 'forgot-password', path: '/forgot-password', shows: heading('Forgot your password?') },
  {
    name: 'forgot-password-empty',
    path: '/forgot-password',
    act: (page) => press(page, 'Send Reset Instructions'),
    shows: warns('Please enter your email address'),
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    async act(page) {
      await page.getByLabel('Email').fill('nobody@example.org');
      await press(page, 'Send Reset Instructions');
    },
    shows: says('Password reset instructions have been sent to your email.'),
  },
  ...SIGN_IN_SCREENS,
];
