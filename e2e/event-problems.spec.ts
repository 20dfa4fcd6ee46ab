import { expect } from 'vitest';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventRoutes } from '@hereabouts/contract/events';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import sharp from 'sharp';
import { test as journey } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { befriend, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const test = journey.extend('ui', ({ page }) => {
  const submit = () => page.getByRole('button', { name: 'Create Event', exact: true });
  const banner = (text: string) => page.getByRole('main').getByRole('alert').getByText(text, { exact: true });
  /** The control that has the focus: its name, the text that describes it, and whether it can be seen. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
      const described = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
      const { top, bottom } = element.getBoundingClientRect();
      const texts = described.map((id) => document.getElementById(id));
      return {
        name: element.labels?.[0]?.textContent ?? element.ariaLabel ?? element.textContent,
        described: texts.map((text) => text?.textContent).join(' '),
        hasIcon: texts.some((text) => text?.querySelector('svg') !== null),
        isSeen: top >= 0 && bottom <= innerHeight,
      };
    });
  /** Presses the button twice, away from the field in between, and sees where the person is taken each time. */
  async function expectProblem(name: RegExp, text: string): Promise<void> {
    for (let press = 0; press < 2; press++) {
      await submit().click();
      await banner(text).waitFor();
      const [told, button] = [await banner(text).boundingBox(), await submit().boundingBox()];
      expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
      expect(told?.y).toBeGreaterThan(0);
      await expect.poll(focused).toMatchObject({
        name: expect.stringMatching(name),
        described: expect.stringContaining(text),
        hasIcon: true,
        isSeen: true,
      });
      await page.getByRole('checkbox', { name: /^Private Event/ }).focus();
    }
  }
  async function choosePlace(typed: string, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Search for a location' }).click();
    await page.getByRole('combobox', { name: 'Place' }).fill(typed);
    await page.getByRole('option', { name }).click();
    await page.getByRole('dialog', { name: 'Search Location' }).waitFor({ state: 'detached' });
  }
  async function submitPastEvent(): Promise<void> {
    await page.goto('/new-event');
    await page.getByLabel('Event Title*').fill('Yesterday');
    await page.getByLabel('Start Time*').fill('2021-06-20T19:00');
    await page.getByRole('button', { name: 'Search for a location' }).click();
    await page.getByRole('combobox', { name: 'Place' }).fill('gor');
    await page.getByRole('option').first().click();
    await submit().click();
  }
  return { submit, banner, expectProblem, choosePlace, submitPastEvent };
});

test('EVF-11 problems are named one at a time, in order', async ({
  page,
  ui: { submit, banner, choosePlace },
}) => {
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('   ');
  await submit().click();
  await banner('Title is required').waitFor();
  await expectFocused(page.getByLabel('Event Title*'));
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByLabel('Start Time*').fill('');
  await submit().click();
  await banner('Start and end times are required').waitFor();
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByLabel('End Time*').fill('2031-06-20T19:00');
  await submit().click();
  await banner('End time must be after start time').waitFor();
  await page.getByLabel('End Time*').fill('2031-06-20T23:00');
  await submit().click();
  await banner('Location name is required').waitFor();
  await choosePlace('the old slip', 'Use "the old slip"');
  await submit().click();
  await banner('Please select a location on the map').waitFor();
  await expectAccessible(page);
});

test('EVF-12 EVF-21 each problem appears above the button and also at its field, which every press of Save scrolls to and focuses', async ({
  page,
  ui: { expectProblem, choosePlace },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/new-event');
  await page.getByText('No friends to invite.').waitFor();
  await expectProblem(/^Event Title\*$/, 'Title is required');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByLabel('Start Time*').fill('');
  await page.getByLabel('End Time*').fill('');
  await expectProblem(/^Start Time\*$/, 'Start and end times are required');
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByLabel('End Time*').fill('');
  await expectProblem(/^End Time\*$/, 'Start and end times are required');
  await page.getByLabel('End Time*').fill('2031-06-20T18:00');
  await expectProblem(/^End Time\*$/, 'End time must be after start time');
  await page.getByLabel('End Time*').fill('2031-08-20T18:00');
  await expectProblem(/^End Time\*$/, 'An event can last at most 31 days');
  await page.getByLabel('End Time*').fill('2131-06-20T18:00');
  await expectProblem(/^End Time\*$/, 'Please choose dates between the years 2000 and 2099');
  await page.getByLabel('End Time*').fill('2031-06-20T23:00');
  await page.getByLabel('Start Time*').fill('0026-06-20T19:00');
  await expectProblem(/^Start Time\*$/, 'Please choose dates between the years 2000 and 2099');
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByLabel('End Time*').fill('2031-06-20T23:00');
  await expectProblem(/^Search for a location$/, 'Location name is required');
  await choosePlace('the old slip', 'Use "the old slip"');
  await expectProblem(/^Event position\./, 'Please select a location on the map');
  await expectAccessible(page);
});

test('EVF-21 a problem is gone once its cause is', async ({ page, ui: { submit, banner } }) => {
  await page.goto('/new-event');
  await submit().click();
  await banner('Title is required').waitFor();
  await page.getByLabel('Event Title*').fill('B');
  await banner('Title is required').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Event Title*').getAttribute('aria-invalid')).not.toBe('true');
  await page.getByLabel('Event Title*').fill('');
  await banner('Title is required').waitFor();
});

test('EVF-22 a picture that was refused blocks saving until it is replaced or removed', async ({
  visitor,
  page,
  ui: { submit, expectProblem, choosePlace },
}) => {
  visitor.allowErrors(/415|400/, /not uploaded/);
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByLabel('Start Time*').fill('2031-06-20T19:00');
  await page.getByLabel('End Time*').fill('2031-06-20T23:00');
  await choosePlace('the old slip', 'Use "the old slip"');
  await page.getByRole('group', { name: /^Event position/ }).press('Enter');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/events')) sent += 1;
  });
  const input = page.getByLabel('Event Image');
  const tooLarge = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(IMAGE_MAX_BYTES + 1) };
  await input.setInputFiles(tooLarge);
  await expectProblem(/^Event Image$/, 'Image size must be less than 5MB');
  expect(sent).toBe(0);

  // By the server, which finds out later.
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expectProblem(/^Event Image$/, 'Only JPEG, PNG, and GIF images are allowed');
  expect(sent).toBe(0);

  const background = '#0a6c73';
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  // The preview is there before the server has the picture.
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/uploads') && answer.ok());
  await input.setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer });
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await stored;
  await input.setInputFiles(tooLarge);
  await page.getByRole('button', { name: 'Keep the previous picture' }).click();
  await page
    .getByText('Image size must be less than 5MB', { exact: true })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Preview' }).waitFor();

  await input.setInputFiles(tooLarge);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await submit().click();
  await page.waitForURL(/\/event\/\d+$/);
  expect(sent).toBe(1);
});

test('EVF-26 an event that would already have ended is saved only after a confirmation', async ({
  page,
  ui: { submit, submitPastEvent },
}) => {
  await submitPastEvent();
  const dialog = page.getByRole('alertdialog', { name: 'Save an event that is already over?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change the times' }).click();
  await dialog.waitFor({ state: 'detached' });
  await submit().click();
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await page.waitForURL(/\/event\/\d+$/);
});

test('EVF-12 EVF-26 a confirmed event is sent once, and what became of its picture is not behind the question', async ({
  visitor,
  page,
  ui: { banner, submitPastEvent },
}) => {
  visitor.allowErrors(/429/, /not saved|not uploaded/);
  let sent = 0;
  const release = await hold(page, '**/api/uploads', (route) => {
    sent += 1;
    return route.fulfill({
      status: 429,
      json: { error: { code: 'rate_limited', message: 'Too many pictures' } },
    });
  });
  await submitPastEvent();
  const saveAnyway = page.getByRole('button', { name: 'Save anyway' });
  await saveAnyway.waitFor();
  // As two quick taps, the second before the dialog is gone.
  await saveAnyway.evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    button.click();
  });
  await saveAnyway.waitFor({ state: 'detached' });
  await release();
  await banner('Too many pictures').waitFor();
  expect(sent).toBe(1);
});

test('EVF-11 Enter (a phone’s search key) in the friends’ search box does not save the event', async ({
  product,
  marie,
  page,
  ui: { submit, banner },
}) => {
  await befriend(marie, await newPerson(product, 'Tom'));
  await page.goto('/new-event');
  await page.getByPlaceholder('Search friends by name or email').fill('t');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Tom' }).waitFor();
  expect(await banner('Title is required').count()).toBe(0);
  await submit().click();
  await banner('Title is required').waitFor();
});

test('EVF-12 EVF-05 LIVE-10 a form whose save got no answer does not undo an edit made meanwhile: it says so and keeps what was typed', async ({
  visitor,
  marie,
  page,
  ui: { submit, banner },
}) => {
  visitor.allowErrors(/Failed to load resource/, /400|not saved/);
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('gor');
  await page.getByRole('option').first().click();
  let id = 0;
  await page.route('**/api/events', async (route) => {
    const answer = await route.fetch();
    ({ id } = (await answer.json()) as { id: number });
    await route.abort();
  });
  await submit().click();
  await banner('Failed to save event. Please try again.').waitFor();
  await page.unroute('**/api/events');
  const { invites: _, ...stored } = await marie.ok(eventRoutes.getEvent, { params: { eventId: id } });
  const edited = { ...stored, title: 'Fire', is_private: true, invitee_ids: [], keep_answers: true };
  await marie.ok(eventRoutes.updateEvent, { params: { eventId: id }, body: edited });

  await page.getByLabel('Description').fill('Bring wood');
  await submit().click();
  await banner(EVENT_TEXTS.editedSinceCreated).waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('Bring wood');
  const { title, description } = await marie.ok(eventRoutes.getEvent, { params: { eventId: id } });
  expect([title, description]).toEqual(['Fire', '']);
});
