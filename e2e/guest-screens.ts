import { answering } from './answering.ts';
import { button, press, text } from './screen-parts.ts';
import type { Screen } from './screens.ts';

/** Of somebody who was a guest in this browser and has signed in to an account. */
export const GUEST_LEFT_SCREEN: Screen = {
  name: 'bring-along',
  path: '/contacts',
  network: (page) =>
    page.addInitScript(() => {
      const user = {
        id: '00000000-0000-4000-8000-000000000000',
        is_anonymous: true,
        user_metadata: { name: 'Zoe' },
      };
      const session = { access_token: 'a', refresh_token: 'r', expires_at: 4_000_000_000, user };
      localStorage.setItem('hereabouts.guest-left', JSON.stringify(session));
    }),
  shows: text('You were here as the guest Zoe'),
};

/** What guests without an account see, on the list of `own`. */
export const GUEST_SCREENS: readonly Screen[] = [
  { name: 'guest-home', path: '/', shows: text('Your Events') },
  { name: 'guest-event', path: ({ own }) => `/event/${own}`, shows: text('(you)') },
  { name: 'guest-live', path: ({ own }) => `/event/${own}/live`, shows: text('You are here as a guest') },
  { name: 'guest-contacts', path: '/contacts', shows: text('You need an account for this.') },
  {
    name: 'guest-add',
    path: ({ linkToken }) => `/add/${linkToken}`,
    shows: text('You need an account for this.'),
  },
  { name: 'guest-profile', path: '/profile', shows: text('You have not blocked anybody.') },
  {
    name: 'guest-sign-out',
    path: '/profile',
    act: press('Sign Out'),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'guest-register',
    path: '/register',
    shows: (page) => button(page, 'Create account'),
  },
  { name: 'guest-login', path: '/login', shows: text('You are here as a guest.') },
  {
    name: 'guest-register-code',
    path: '/register',
    network: answering('**/auth/v1/user*', {
      id: '00000000-0000-4000-8000-000000000000',
      aud: 'authenticated',
      email: '',
      new_email: 'zoe@example.org',
      is_anonymous: true,
      created_at: '2026-01-01T00:00:00Z',
      user_metadata: {},
      app_metadata: {},
    }),
    async act(page) {
      await page.getByLabel('Email').fill('zoe@example.org');
      await page.getByLabel('Password', { exact: true }).fill('gorse-and-granite-49');
      await press('Create account')(page);
    },
    shows: (page) => page.getByLabel('Code'),
  },
];
