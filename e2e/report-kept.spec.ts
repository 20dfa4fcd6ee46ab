import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';
import { newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';

test('SAFE-02 a report stays open until it is known what became of it, and keeps its text until it is cancelled', async ({
  product,
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /a change was not saved|server failed/);
  const eventId = await newEvent(await newPerson(product, 'Tom Renouf'));
  await page.goto(`/event/${eventId}`);
  const dialog = page.getByRole('dialog', { name: 'Report this event' });
  const field = dialog.getByLabel('What is wrong?');
  const closed = () => dialog.waitFor({ state: 'detached' });
  await button(page, 'Report event').click();
  await expectFocus(page, 'What is wrong?*');
  await page.keyboard.type('Not a real event');
  await page.keyboard.press('Escape');
  await closed();
  await button(page, 'Report event').click();
  expect(await field.inputValue()).toBe('Not a real event');

  const fail = await hold(page, '**/api/reports', (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, 'Send Report').click();
  await button(page, 'Sending...').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Cancel').click({ force: true });
  await fail();
  await dialog.getByText('Could not send the report. Please try again.').waitFor();
  expect(await field.inputValue()).toBe('Not a real event');
  await button(page, 'Cancel').click();
  await closed();
  await button(page, 'Report event').click();
  expect(await field.inputValue()).toBe('');
});
