import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { test as journey, type Visit } from './fixtures.ts';
import { DEMO, startProduct } from './product.ts';
import { createProfiles } from './profiles.ts';
import { enterDemo, openScreen, SCREENS, type Known } from './screens.ts';
import { expectAccessible, launchShell } from './visitor.ts';

const test = journey
  .extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
    const product = await startProduct({}, DEMO, inject('emptyDataDir'));
    onCleanup(() => product.stop());
    return product;
  })
  // Two hundred pages one after the other: each finds the code of the app and of axe compiled by the one before it,
  // and what axe does over and over is worth optimizing.
  .extend('profiles', { scope: 'file' }, async ({ product }, { onCleanup }) => {
    const browser = await launchShell('--process-per-site', '--js-flags=--no-opt');
    onCleanup(() => browser.close());
    return createProfiles(browser, product, { keepProcess: true });
  });

let visit: Visit;
let known: Known;

test.beforeAll(async ({ ground }) => {
  ({ visit } = ground);
  known = await enterDemo(ground.product.url);
}, 300_000);

const NARROWEST = { width: 320, height: 640 };
const PHONE = { width: 360, height: 780 };
const DESK = { width: 1280, height: 860 };
/** What is left of a desk's screen for a person who reads at 200 %. */
const DESK_AT_200_PERCENT = { width: 640, height: 430 };

const LOOKS = [
  [PHONE, ['light', 'dark']],
  [DESK, ['dark', 'light']],
] as const;

/** What does not fit: the page or a dialog that scrolls sideways, a dialog off the screen, text that is cut off. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    for (const dialog of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
      const { top, bottom, left, right } = dialog.getBoundingClientRect();
      const isOut = top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
      if (isOut && !dialog.closest('.map-frame')) found.push('the dialog is off the screen');
      if (dialog.scrollWidth > dialog.clientWidth) found.push('the dialog scrolls sideways');
    }
    for (const element of document.querySelectorAll<HTMLElement>('#root *, [role$=dialog] *')) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      // One pixel wide is what is for screen readers only. A map is cut by its nature, and so are names over the camera's
      // picture: whole they stand in the list beside it, and where each of them leads.
      const isOverPicture = element.closest('.map-frame, [data-testid^="ar-"]') !== null;
      if (element.clientWidth <= 1 || element.textContent.trim() === '' || isOverPicture) continue;
      // A sheet reaches below the screen by as much as it is pulled down; the title above it ends in an ellipsis, and so does
      // a name in it, which is whole in its tooltip, for screen readers and on the card that its row opens.
      const hasSheet = element.querySelector(':scope > * > [data-sheet]') !== null;
      const isWholeElsewhere = element.matches('header *') || element.title === element.textContent;
      const isShortened = textOverflow === 'ellipsis' && isWholeElsewhere;
      const wide =
        /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && !isShortened;
      const high =
        /hidden|clip/.test(overflowY) &&
        element.scrollHeight > element.clientHeight + 1 &&
        !hasSheet &&
        !(webkitLineClamp !== 'none' && isWholeElsewhere);
      if (wide || high) found.push(`cut off: ${element.textContent.slice(0, 60)}`);
    }
    return found;
  });

/** Motion that goes on for ever, or a film that plays. */
const motions = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime === Infinity;
    });
    // What the camera sees is no film.
    const films = [...document.querySelectorAll('video')].filter((video) => video.srcObject === null);
    return running.length + films.filter((video) => !video.paused).length;
  });

/** Between two pages there is no heading for a moment. */
const RULES_BETWEEN_PAGES = [
  'color-contrast',
  'target-size',
  'region',
  'landmark-one-main',
  'document-title',
];

const screenOf = (name: string) => {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}`);
  return screen;
};

/** LOGIN-02 what each field asks for: its input mode, and its purpose for autocomplete. */
const FIELDS = new Map<string, readonly string[]>([
  ['login', ['Email: email, username', 'Password: password, current-password']],
  ['login-phone', ['Phone: tel, tel', 'Password: password, current-password']],
  ['register', ['Full name: text, name', 'Email: email, username', 'Password: password, new-password']],
  ['register-code', ['Code: numeric, one-time-code']],
  ['two-step', ['Code: numeric, one-time-code']],
  ['two-step-recovery', ['Recovery code: text, off']],
  ['confirm-password', ['Password: password, new-password']],
  ['forgot-password', ['Email: email, username']],
  ['reset-password', ['New password: password, new-password', 'Repeat new password: password, new-password']],
  ['profile-edit', ['Full Name: text, name']],
  [
    'profile-password',
    ['Current password: password, current-password', 'New password: password, new-password'],
  ],
]);
for (const name of FIELDS.keys()) screenOf(name);

const fieldsOn = (page: Page): Promise<string[]> =>
  page
    .locator('input:not([type=file])')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map(
        ({ labels, inputMode, type, autocomplete }) =>
          `${labels?.[0]?.textContent}: ${inputMode || type}, ${autocomplete}`,
      ),
    );

// Several at once: each asks its own `expect`.
test.concurrent.for(
  SCREENS.map((screen) => ({ ...screen, ids: FIELDS.has(screen.name) ? 'LAYOUT-01 LOGIN-02' : 'LAYOUT-01' })),
)(
  '$ids $name: axe reports nothing in both colour schemes and widths; the screen fits 320 px and 200 % zoom and has no endless motion',
  async (screen, { expect }) => {
    const visitor = await visit(null, { viewport: NARROWEST, reducedMotion: 'reduce' });
    const { page } = visitor;
    try {
      await openScreen(page, screen, known);
      const fields = FIELDS.get(screen.name);
      if (fields) expect(await fieldsOn(page)).toEqual(fields);
      await expect.poll(() => misfits(page)).toEqual([]);
      await expect.poll(() => motions(page)).toBe(0);
      await page.setViewportSize(DESK_AT_200_PERCENT);
      await expect.poll(() => misfits(page)).toEqual([]);
      const isBetweenPages = screen.name === 'page-loading';
      const rules = { light: isBetweenPages ? RULES_BETWEEN_PAGES : undefined, dark: ['color-contrast'] };
      // In an order that changes the colours once.
      for (const [viewport, schemes] of LOOKS) {
        await page.setViewportSize(viewport);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page, rules[colorScheme]);
        }
      }
    } finally {
      await visitor.close();
    }
  },
);

test.each([
  ['contacts-friends', '[role=tab]', '[aria-selected=true]'],
  ['event-guest', '[aria-pressed]', '[aria-pressed=true]'],
  ['new-event-place', '[role=option]', '[aria-selected=true]'],
  ['home', 'nav[aria-label="Quick links"] a > span:first-child', '[aria-current=page] > span'],
])('LAYOUT-01 in forced colours %s still marks the selected item', async (name, each, chosen) => {
  const visitor = await visit(null, { viewport: PHONE, forcedColors: 'active' });
  const { page } = visitor;
  try {
    await openScreen(page, screenOf(name), known);
    if (name === 'event-guest') await page.getByRole('button', { name: 'Going', exact: true }).click();
    await page.locator(chosen).first().waitFor();
    const outlines = await page.locator(each).evaluateAll(
      (elements, selector) =>
        elements.map((element) => ({
          isChosen: element.matches(selector),
          isOutlined: getComputedStyle(element).outlineStyle !== 'none',
        })),
      chosen,
    );
    expect(outlines.map(({ isOutlined }) => isOutlined)).toEqual(outlines.map(({ isChosen }) => isChosen));
    expect(outlines.some(({ isChosen }) => isChosen)).toBe(true);
  } finally {
    await visitor.close();
  }
});
