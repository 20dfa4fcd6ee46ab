import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import type { Page } from 'playwright-core';
import { answering, failing, neverAnswering } from './answering.ts';
import { button, dialog } from './screen-parts.ts';
import type { Screen } from './screens.ts';

const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });
const fromMenu = (name: string) => async (page: Page) => {
  await button(page, 'More').click();
  await menuItem(page, name).click();
};

const person = (id: string, name: string, blocked_at: string) => ({
  user: { id: `00000000-0000-4000-8000-00000000000${id}`, name, image: null },
  blocked_at,
});
const BLOCKED = {
  people: [
    person('1', 'Bartholomew Featherstonehaugh-Cholmondeley the Younger', '2026-11-02T20:15:00.000Z'),
    person('2', 'ليلى حداد', '2025-06-21T09:00:00.000Z'),
    person('3', '', '2026-01-31T12:00:00.000Z'),
  ],
  next_cursor: 'more',
};
const BLOCKS = '**/api/me/blocks';

const WRONG_PASSWORD = {
  error: {
    code: 'forbidden',
    message: ACCOUNT_DATA_TEXTS.passwordWrong,
    fields: { password: ACCOUNT_DATA_TEXTS.passwordWrong },
  },
};

/** Blocking, reporting, taking one's data along and leaving. */
export const SAFETY_SCREENS: readonly Screen[] = [
  {
    name: 'user-more',
    path: ({ friend }) => `/profile/${friend}`,
    act: (page) => button(page, 'More').click(),
    shows: (page) => menuItem(page, 'Block'),
  },
  { name: 'user-block', path: ({ friend }) => `/profile/${friend}`, act: fromMenu('Block'), shows: dialog },
  {
    name: 'user-report',
    path: ({ stranger }) => `/profile/${stranger}`,
    act: fromMenu('Report'),
    shows: dialog,
  },
  {
    name: 'user-report-empty',
    path: ({ stranger }) => `/profile/${stranger}`,
    async act(page) {
      await fromMenu('Report')(page);
      await button(page, 'Send Report').click();
    },
    shows: (page) => page.getByText('Please say what is wrong'),
  },
  {
    name: 'user-report-failed',
    path: ({ stranger }) => `/profile/${stranger}`,
    network: failing('**/api/reports'),
    async act(page) {
      await fromMenu('Report')(page);
      await page.getByLabel('What is wrong?*').fill('Pretends to be somebody else');
      await button(page, 'Send Report').click();
    },
    shows: (page) => page.getByText('Could not send the report. Please try again.'),
  },
  {
    name: 'event-cancel',
    path: ({ own }) => `/event/${own}`,
    act: (page) => button(page, 'Cancel event').press('Enter'),
    shows: dialog,
  },
  {
    name: 'event-cancel-loading',
    path: ({ own }) => `/event/${own}`,
    network: neverAnswering('**/static/js/cancel-dialog-*'),
    act: (page) => button(page, 'Cancel event').press('Enter'),
    shows: (page) => page.getByRole('status').filter({ hasText: 'Loading...' }),
  },
  {
    name: 'event-report',
    path: ({ guest }) => `/event/${guest}`,
    act: (page) => button(page, 'Report event').click(),
    shows: dialog,
  },
  {
    name: 'profile-blocked',
    path: '/profile',
    network: answering(BLOCKS, BLOCKED),
    shows: (page) => button(page, 'Unblock Unnamed User'),
  },
  {
    name: 'profile-blocked-failed',
    path: '/profile',
    network: failing(BLOCKS),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Could not load' }),
  },
  {
    name: 'profile-delete',
    path: '/profile',
    act: (page) => button(page, 'Delete my account').click(),
    shows: dialog,
  },
  {
    name: 'profile-delete-wrong',
    path: '/profile',
    network: (page) =>
      page.route('**/api/me/deletion', (route) => route.fulfill({ status: 403, json: WRONG_PASSWORD })),
    async act(page) {
      await button(page, 'Delete my account').click();
      await dialog(page).getByLabel('Password', { exact: true }).fill('not the password');
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    },
    shows: (page) => page.getByText(ACCOUNT_DATA_TEXTS.passwordWrong),
  },
];
