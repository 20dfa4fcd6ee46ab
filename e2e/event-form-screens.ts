import type { EventDetail } from '@hereabouts/contract/events';
import type { Page } from 'playwright-core';
import { changing, failing } from './answering.ts';
import { text, says, warns, button, press, dialog } from './screen-parts.ts';
import type { Screen } from './screens.ts';

async function findPlace(page: Page, words: string): Promise<void> {
  await button(page, 'Search for a location').click();
  await page.getByRole('combobox', { name: 'Place' }).fill(words);
}

/** The forms that make and change an event. */
export const EVENT_FORM_SCREENS: readonly Screen[] = [
  {
    name: 'new-event',
    path: '/new-event',
    shows: (page) => page.getByRole('status').getByText(/friend\(s\) selected$/),
  },
  {
    name: 'new-event-empty',
    path: '/new-event',
    act: press('Create Event'),
    shows: warns('Title is required'),
  },
  {
    name: 'new-event-place',
    path: '/new-event',
    act: (page) => findPlace(page, 'st'),
    shows: (page) => page.getByRole('option'),
  },
  {
    name: 'new-event-no-place',
    path: '/new-event',
    act: (page) => findPlace(page, 'xyzzy'),
    shows: says(/^No locations found for "xyzzy"/),
  },
  {
    name: 'new-event-leaving',
    path: '/new-event',
    async act(page) {
      await page.getByLabel('Event Title*').fill('Bonfire');
      await page.getByRole('link', { name: 'Cancel' }).click();
    },
    shows: dialog,
  },
  {
    name: 'new-event-wrong-image',
    path: '/new-event',
    act: (page) =>
      page
        .getByLabel('Event Image')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }),
    shows: warns('Only JPEG, PNG, and GIF images are allowed'),
  },
  {
    name: 'edit-event-wrong-places',
    path: ({ own }) => `/edit-event/${own}`,
    async act(page) {
      await page.getByRole('button', { name: /^Limits/ }).click();
      await page.getByLabel('Number of places').fill('1,000');
      await page.getByRole('button', { name: 'Update Event' }).click();
    },
    shows: warns('The number of places must be between 1 and 10,000'),
  },
  {
    name: 'new-event-without-friends',
    path: ({ own }) => `/new-event?from=${own}`,
    network: failing('**/api/contacts*'),
    act: press('Create Event'),
    shows: (page) => button(page, 'Create without guests'),
  },
  { name: 'edit-event', path: ({ own }) => `/edit-event/${own}`, shows: text('Update Event') },
  {
    name: 'edit-event-conflict',
    path: ({ own }) => `/edit-event/${own}`,
    async act(page) {
      await page.getByLabel('Event Title*').fill('What I call it');
      await page.getByLabel('Description').fill('My words');
      await changing<EventDetail>('**/api/events/*', (event) => ({
        ...event,
        title: 'What somebody else calls it',
        description: 'Their words',
      }))(page);
      await button(page, 'Update Event').click();
    },
    shows: (page) => dialog(page).getByRole('radio'),
  },
  {
    name: 'edit-event-answers',
    path: ({ own }) => `/edit-event/${own}`,
    act: press('Update Event'),
    shows: dialog,
  },
  {
    name: 'edit-event-refused',
    path: ({ guest }) => `/edit-event/${guest}`,
    shows: warns('You do not have permission to edit this event'),
  },
  {
    name: 'edit-event-failed',
    path: ({ own }) => `/edit-event/${own}`,
    network: failing('**/api/events/*'),
    shows: warns('Failed to load event details'),
  },
];
