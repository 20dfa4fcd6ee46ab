import { BEACON_DURATION_MS } from '@hereabouts/contract/live';
import { BEACON_COLOURS, BEACON_COLOUR_WORDS } from '@hereabouts/contract/beacon';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { giveCompass, PHONE_SENSORS } from './compass.ts';
import { test } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { sharing, startParty } from './live-party.ts';
import { HERE, offFrom } from './places.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  geolocation: { ...HERE, accuracy: 8 },
  permissions: ['geolocation', ...PHONE_SENSORS],
};

const beacon = (page: Page) => page.getByRole('dialog', { name: 'Beacon' });
const colourOf = (page: Page) =>
  beacon(page).evaluate((element) => getComputedStyle(element).backgroundColor);
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** On this page a beacon lasts until it is closed by hand, however long it is looked at. */
const holdBeacon = (page: Page) =>
  page.addInitScript((durationMs) => {
    const real = globalThis.setTimeout;
    const held = (work: () => void, ms?: number) => (ms === durationMs ? 0 : real(work, ms));
    globalThis.setTimeout = held as typeof setTimeout;
  }, BEACON_DURATION_MS);
async function expectFocusOn(button: Locator): Promise<void> {
  await expectFocused(button);
}

test('FIND-02 FIND-03 both screens show the same bright colour, named, steadily, from edge to edge', async ({
  product,
  visit,
}) => {
  const party = await startParty(product, { host: 'Marie Le Brocq', friend: 'Tomé de Sousa' });
  const phone = await sharing(product, party.friend, party.eventId);
  await phone.at(offFrom(HERE, 60, 240));
  const [marie, tome] = [await visit(party.host, PHONE), await visit(party.friend, PHONE)];
  await holdBeacon(tome.page);
  await giveCompass(marie.page, 0);
  await marie.page.goto(`/event/${party.eventId}/find/${party.friend.id}`);
  await tome.page.goto(`/profile`);
  const before = tome.page.getByRole('button', { name: 'Edit Profile' });
  await before.focus();
  await marie.page.getByRole('button', { name: 'Beacon' }).click();

  await marie.page.getByRole('alert').getByText('You are lighting up.').waitFor();
  const colour = await colourOf(marie.page);
  await tome.page.getByRole('alert').getByText('Marie Le Brocq is lighting up.').waitFor();
  expect(await colourOf(tome.page)).toBe(colour);
  expect(BEACON_COLOURS.map(rgb)).toContain(colour);
  const word = BEACON_COLOUR_WORDS[BEACON_COLOURS.find((hex) => rgb(hex) === colour)!];
  await tome.page
    .getByRole('alert')
    .filter({ hasText: `Marie Le Brocq is lighting up. Look for this ${word}.` })
    .waitFor();
  for (const { page } of [marie, tome]) expect(await page.getByText(/flash/i).count()).toBe(0);
  expect(await beacon(tome.page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const isMoving = await beacon(tome.page).evaluate((element) =>
    element.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
  );
  expect(isMoving).toBe(false);
  await expectAccessible(tome.page);

  // Closed by hand there, by time here; both are back where they were.
  await tome.page.getByRole('button', { name: 'Close' }).click();
  await beacon(tome.page).waitFor({ state: 'detached' });
  await expectFocusOn(before);
  await beacon(marie.page).waitFor({ state: 'detached' });
  await expectFocusOn(marie.page.getByRole('button', { name: 'Beacon' }));
});

test('FIND-02 a beacon too soon after the last one shows a friendly notice and nothing else', async ({
  product,
  visit,
}) => {
  const { host, friend, eventId } = await startParty(product, { host: 'Odile Hamon', friend: 'Jean Syvret' });
  const phone = await sharing(product, friend, eventId);
  await phone.at(offFrom(HERE, 60, 240));
  const [odile, jean] = [await visit(host, PHONE), await visit(friend, PHONE)];
  odile.allowErrors(/429/, /a change was not saved/);
  await jean.page.goto('/contacts');
  await odile.page.goto(`/event/${eventId}/find/${friend.id}`);
  const press = () => odile.page.getByRole('button', { name: 'Beacon' }).click();
  await press();
  await odile.page.getByRole('alert').getByText('You are lighting up.').waitFor();
  await odile.page.keyboard.press('Escape');
  await jean.page.getByRole('alert').getByText('Odile Hamon is lighting up.').waitFor();
  await jean.page.keyboard.press('Escape');
  await beacon(jean.page).waitFor({ state: 'detached' });
  await press();
  const told = odile.page.getByText('Your beacon has only just been on. Try again in a few seconds.');
  await told.waitFor();
  expect(await beacon(jean.page).count()).toBe(0);
  // It hides nothing of what stands at the bottom: how far it is, and what can be pressed.
  expect((await told.boundingBox())?.y ?? Infinity).toBeLessThan(PHONE.viewport.height / 4);
});

test("FIND-02 the list of who's here has a beacon button for each friend, and Escape closes the beacon", async ({
  product,
  visit,
}) => {
  const { host, friend, eventId } = await startParty(product, { host: 'Yann Renouf', friend: 'Ana Gomes' });
  const [yann, ana] = [await visit(host, PHONE), await visit(friend, PHONE)];
  await yann.page.goto('/contacts');
  await yann.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  await ana.page.goto(`/event/${eventId}/live`);
  await ana.page.getByRole('button', { name: /^Yann Renouf/ }).click();
  await ana.page.getByRole('button', { name: 'Beacon for Yann Renouf' }).click();
  await ana.page.getByRole('alert').getByText('You are lighting up.').waitFor();
  await yann.page.getByRole('alert').getByText('Ana Gomes is lighting up.').waitFor();
  await yann.page.keyboard.press('Escape');
  await beacon(yann.page).waitFor({ state: 'detached' });
});
