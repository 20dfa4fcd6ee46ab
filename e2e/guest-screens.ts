import { answering } from './answering.ts';
import { button, press, text } from './screen-parts.ts';
import type { Screen } from './screens.ts';

/** What guests without an account see, on the list of `own`. */
export const GUEST_SCREENS: readonly Screen[] = [
  { name: 'guest-home', path: '/', shows: text('Your Events') },
  { name: 'guest-event', path: ({ own }) => `/event/${own}`, shows: text('(you)') },
  { name: 'guest-live', path: ({ own }) => `/event/${own}/live`, shows: text('You are here as a guest') },
  { name: 'guest-contacts', path: '/contacts', shows: text('You need an account for this.') },
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
