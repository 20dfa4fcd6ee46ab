import type { HomePage } from '@hereabouts/contract/events';
import type { UserProfile } from '@hereabouts/contract/users';
import type { Page } from 'playwright-core';
import { answering, changing, failing, neverAnswering } from './answering.ts';
import { EVENT_FORM_SCREENS } from './event-form-screens.ts';
import { EVENT_SCREENS } from './event-screens.ts';
import { text, says, warns, button, press, dialog, search } from './screen-parts.ts';
import type { Screen } from './screens.ts';

const NO_CONTACTS = { contacts: [], next_cursor: null, counts: { friends: 0, pending: 0, sent: 0 } };
const DEAD_ID = '00000000-0000-4000-8000-000000000000';
const CARD = (page: Page) => page.getByRole('article').first();

const HOME: readonly Screen[] = [
  { name: 'home', path: '/', shows: CARD },
  {
    name: 'home-loading',
    path: '/',
    network: neverAnswering('**/api/home*'),
    shows: says('Loading events...'),
  },
  {
    name: 'home-empty',
    path: '/',
    network: answering('**/api/home*', {
      events: [],
      next_cursor: null,
      next: null,
      is_regular: false,
      first_steps: null,
    }),
    shows: text('No upcoming events'),
  },
  {
    name: 'home-cancelled',
    path: '/',
    network: changing<HomePage>('**/api/home*', (page) => ({
      ...page,
      events: page.events.map((event, index) => ({ ...event, is_cancelled: index % 2 === 0 })),
    })),
    shows: (page) => page.getByRole('article').getByText('Cancelled', { exact: true }),
  },
  { name: 'home-failed', path: '/', network: failing('**/api/home*'), shows: warns('Could not load') },
  {
    name: 'home-selected',
    path: '/',
    async act(page) {
      await button(page, 'Show all events').click();
      await page.locator('button.pin').first().press('Enter');
    },
    shows: (page) => page.getByRole('region', { name: /^Selected event/ }),
  },
  {
    name: 'offline',
    path: '/',
    async act(page) {
      await CARD(page).waitFor();
      // The map is drawn, and has asked for what it has been drawn with.
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
    },
    shows: says(/^Offline\./),
  },
  {
    name: 'page-loading',
    path: '/',
    network: neverAnswering('**/static/js/home-*'),
    shows: says('Loading...'),
  },
  {
    name: 'page-failed',
    path: '/contacts',
    network: failing('**/static/js/contacts-*'),
    shows: warns('Check your connection and try again.'),
  },
];

const CONTACTS: readonly Screen[] = [
  { name: 'contacts-friends', path: '/contacts', shows: (page) => button(page, 'Invite to an event') },
  { name: 'contacts-pending', path: '/contacts?tab=pending', shows: (page) => button(page, 'Accept') },
  { name: 'contacts-sent', path: '/contacts?tab=sent', shows: (page) => button(page, 'Cancel Request') },
  {
    name: 'contacts-discover',
    path: '/contacts?tab=discover',
    shows: (page) => button(page, 'Send Friend Request'),
  },
  {
    name: 'contacts-loading',
    path: '/contacts',
    network: neverAnswering('**/api/contacts*'),
    shows: (page) => page.getByRole('tabpanel').getByRole('status').getByText('Loading...'),
  },
  {
    name: 'contacts-empty',
    path: '/contacts?tab=pending',
    network: answering('**/api/contacts*', NO_CONTACTS),
    shows: says('No pending friend requests'),
  },
  {
    name: 'contacts-failed',
    path: '/contacts',
    network: failing('**/api/contacts*'),
    shows: warns('Could not load'),
  },
  {
    name: 'contacts-no-results',
    path: '/contacts',
    act: search('nobody of this name'),
    shows: says('No results found for "nobody of this name"'),
  },
  {
    name: 'contacts-alert',
    path: '/contacts?tab=pending',
    network: failing('**/api/friendships/**'),
    act: (page) => button(page, 'Accept').first().click(),
    shows: warns('Failed to accept friend request'),
  },
  {
    name: 'contacts-unfriend',
    path: '/contacts',
    async act(page) {
      await page
        .getByRole('button', { name: /^More for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Unfriend' }).click();
    },
    shows: dialog,
  },
  {
    name: 'contacts-friend-menu',
    path: '/contacts',
    act: (page) =>
      page
        .getByRole('button', { name: /^More for / })
        .first()
        .click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Unfriend' }),
  },
  {
    name: 'contacts-invite',
    path: '/contacts',
    act: (page) => button(page, 'Invite to an event').first().click(),
    shows: (page) => page.getByRole('button', { name: /^Invite to / }).first(),
  },
  {
    name: 'contacts-face-to-face',
    path: '/contacts',
    act: press('Add in person'),
    shows: (page) => page.getByRole('img', { name: 'QR code of your link' }),
  },
  {
    name: 'add-friend',
    path: ({ linkToken }) => `/add/${linkToken}`,
    shows: (page) => page.getByRole('button', { name: /^Add / }),
  },
  { name: 'add-gone', path: '/add/nothing', shows: text('This link has expired or was switched off.') },
];

const PEOPLE: readonly Screen[] = [
  {
    name: 'user-friend',
    path: ({ friend }) => `/profile/${friend}`,
    shows: text('Upcoming Events Together'),
  },
  {
    name: 'user-stranger',
    path: ({ stranger }) => `/profile/${stranger}`,
    shows: text('Send Friend Request'),
  },
  {
    name: 'user-request',
    path: ({ asking }) => `/profile/${asking}`,
    shows: text(/sent you a friend request$/),
  },
  { name: 'user-asked', path: ({ asked }) => `/profile/${asked}`, shows: text('Friend request sent') },
  {
    name: 'user-cancelled',
    path: ({ friend }) => `/profile/${friend}`,
    network: changing<UserProfile>('**/api/users/*', (user) => ({
      ...user,
      shared_events: user.shared_events?.map((event) => ({ ...event, is_cancelled: true })) ?? null,
    })),
    shows: (page) => page.getByText('Cancelled', { exact: true }),
  },
  { name: 'user-missing', path: `/profile/${DEAD_ID}`, shows: text('User Not Found') },
  {
    name: 'user-loading',
    path: ({ friend }) => `/profile/${friend}`,
    network: neverAnswering('**/api/users/*'),
    shows: says('Loading profile...'),
  },
  {
    name: 'user-failed',
    path: ({ friend }) => `/profile/${friend}`,
    network: failing('**/api/users/*'),
    shows: warns('Could not load'),
  },
  { name: 'profile', path: '/profile', shows: (page) => button(page, 'Edit Profile') },
  {
    name: 'profile-edit',
    path: '/profile',
    act: press('Edit Profile'),
    shows: (page) => page.getByLabel('Full Name'),
  },
  {
    name: 'profile-edit-empty',
    path: '/profile',
    async act(page) {
      await button(page, 'Edit Profile').click();
      await page.getByLabel('Full Name').fill('');
      await button(page, 'Save').click();
    },
    shows: warns('Name cannot be empty'),
  },
  { name: 'profile-password', path: '/profile', act: press('Change Password'), shows: dialog },
  { name: 'profile-everywhere', path: '/profile', act: press('Sign out everywhere'), shows: dialog },
  { name: 'profile-failed', path: '/profile', network: failing('**/api/me'), shows: warns('Could not load') },
];

/** What people see who are signed in. */
export const SIGNED_IN_SCREENS: readonly Screen[] = [
  ...HOME,
  ...CONTACTS,
  ...PEOPLE,
  ...EVENT_SCREENS,
  ...EVENT_FORM_SCREENS,
];
