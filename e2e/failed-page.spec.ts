import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { enterAs, newEvent, newPerson, type Person } from './person.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { width: 360, height: 740 };

let marie: Person;
let tom: Person;
let eventId: number;
let page: Page;

test.beforeAll(async ({ product }) => {
  [marie, tom] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
  eventId = await newEvent(marie);
});
test.beforeEach(async ({ newcomer }) => {
  ({ page } = newcomer);
  await page.setViewportSize(PHONE);
});

const at = (path: string) => path.replace('{event}', String(eventId)).replace('{tom}', tom.id);
const back = (label: string) => page.getByRole('link', { name: label });
const retry = () => page.getByRole('button', { name: 'Retry' });
const bottomBar = () => page.getByRole('navigation', { name: 'Quick links' });

test.each([
  ['contacts', '/contacts', 'Back to home', '/'],
  ['profile', '/profile', 'Back to home', '/'],
  ['user', '/profile/{tom}', 'Back to contacts', '/contacts'],
  ['event', '/event/{event}', 'Back to home', '/'],
  ['notifications', '/notifications', 'Back to home', '/'],
])(
  'ERR-05 on a phone %s keeps its header, back link and bottom bar when it does not load',
  async (chunk, path, label, parent) => {
    await enterAs({ page }, marie);
    await page.route(`**/static/js/${chunk}-*`, (route) => route.abort());
    await page.goto(at(path));
    await page.getByRole('heading', { level: 1, name: 'Could not load this page' }).waitFor();
    await retry().waitFor();
    await expectAccessible(page);
    expect(await bottomBar().isVisible()).toBe(true);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failed-${chunk}.png` });
    await back(label).click();
    await page.waitForURL((url) => url.pathname === at(parent));
  },
);

test.each([
  ['new-event', '/new-event', 'Back to home', 'Could not load this page'],
  ['edit-event', '/edit-event/{event}', 'Back to event', 'Could not load this page'],
  ['invite-friends', '/invite-friends/{event}', 'Back to event', 'Could not load this page'],
  ['chat', '/chat/{event}', 'Back to event', 'Could not load this page'],
  ['chat-room', '/chat/{event}', 'Back to event', 'Could not load the chat'],
  ['live', '/event/{event}/live', 'Back to event', 'Could not load this page'],
  ['ar', '/event/{event}/ar', 'Back to the live map', 'Could not load this page'],
  ['find', '/event/{event}/find/meeting-point', 'Back to the live map', 'Could not load this page'],
])('ERR-05 %s, which has no bottom bar, keeps a header and a way back', async (chunk, path, label, title) => {
  await enterAs({ page }, marie);
  await page.route(`**/static/js/${chunk}-*`, (route) => route.abort());
  await page.goto(at(path));
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await retry().waitFor();
  await expectAccessible(page);
  expect(await bottomBar().count()).toBe(0);
  await back(label).waitFor();
  await page.unroute(`**/static/js/${chunk}-*`);
});

test('ERR-05 a chat whose messages fail to load keeps its header and can be retried', async () => {
  await enterAs({ page }, marie);
  await keepFromJoining(page);
  await page.route('**/api/events/*/chat*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(at('/chat/{event}'));
  await back('Back to event').waitFor();
  await page.unroute('**/api/events/*/chat*');
  await retry().click();
  await page.getByText(CHAT_TEXTS.empty).waitFor();
});

test('ERR-05 a page that fails to render has a link home', async () => {
  await enterAs({ page }, marie);
  await page.route('**/api/events/*', (route) => route.fulfill({ json: { id: eventId } }));
  await page.goto(at('/event/{event}'));
  await page.getByRole('heading', { name: 'React Rendering Error' }).waitFor();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await page.getByRole('heading', { name: 'Your Events' }).waitFor();
});

test.each([
  ['/contacts', '**/api/contacts*', 'Could not load', 'No friends yet'],
  ['/event/{event}', '**/api/events/*', 'Event Not Found', 'Beach bonfire'],
])('ERR-05 %s, when its data do not come within 20 s, offers Retry', async (path, data, failed, text) => {
  await enterAs({ page }, marie);
  await keepFromJoining(page);
  await page.clock.install();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route(data, () => ask());
  await page.goto(at(path));
  await asked;
  await page.clock.runFor(15_000);
  expect(await page.getByText(failed).count()).toBe(0);
  await page.clock.runFor(5_100);
  await page.getByText(failed).first().waitFor();
  await page.unroute(data);
  await retry().click();
  await page.getByText(text).first().waitFor();
});

const HTML = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };

test.each([
  ['LOGIN-06', '/login', 'LOG IN', 'An error occurred during login'],
  ['FORGOT-04', '/forgot-password', 'Send Reset Instructions', 'Something went wrong. Please try again.'],
  ['REG-02', '/register', 'Create account', 'Something went wrong. Please try again.'],
])("%s ERR-05 a proxy's status text is never shown at %s", async (_id, path, button, text) => {
  for (const answer of [HTML, { status: 500, json: { message: 'Internal Server Error' } }]) {
    await page.route('**/auth/v1/**', (route) => route.fulfill(answer));
    await page.goto(path);
    await page.getByLabel('Email').fill('marie@example.org');
    for (const [label, value] of [
      ['Full name', 'Marie'],
      ['Password', 'gorse-and-granite-49'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      if (await field.isVisible()) await field.fill(value);
    }
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    expect(await page.getByText(/Bad Gateway|Internal Server|HTTP 5/).count()).toBe(0);
    await page.unroute('**/auth/v1/**');
  }
});
