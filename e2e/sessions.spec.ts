import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { sessionRoutes } from '@hereabouts/contract/sessions';
import { userRoutes } from '@hereabouts/contract/users';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { tabTo } from './focus.ts';
import { hold } from './held-request.ts';
import { newPerson, type Person } from './person.ts';
import { expectAccessible, PASSWORD, type Visitor } from './visitor.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
/** Around what is done to the whole list. */
const ROOM_PX = 16;
/** What the requirement gives an ended session, and a busy machine's share. */
const ENDED_WITHIN_MS = 10_000;

async function signIn({ page }: Visitor, { email }: Person, next = ''): Promise<void> {
  await page.goto(`/login${next}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
}

const atLogin = ({ page }: Visitor) =>
  page.waitForURL((url) => url.pathname === '/login', { timeout: ENDED_WITHIN_MS });

test('SESS-01 the profile describes each session; one is ended, then all others', async ({
  product,
  visitBriefly,
}) => {
  // Signing up is a session as well, of a client that says nothing of itself.
  const marie = await newPerson(product, 'Marie');
  const phone = await visitBriefly(null, { userAgent: PHONE });
  await signIn(phone, marie, '?next=/contacts');
  await phone.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const desk = await visitBriefly(null, { userAgent: DESK });
  await signIn(desk, marie, '?next=/profile');
  const { page } = desk;
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  const rows = list.getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(3);
  const texts = await rows.allTextContents();
  expect(texts[0]).toMatch(/^Firefox on Windows.*This device.*Signed in on .*Used in the last hour/);
  expect(texts.filter((text) => text.includes('This device'))).toHaveLength(1);
  expect(texts.join()).toMatch(/Safari on iPhone/);
  const [last, all, card] = [
    await rows.last().boundingBox(),
    await list.getByRole('button', { name: 'Sign out all others' }).boundingBox(),
    await list.boundingBox(),
  ];
  expect((all?.y ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeCloseTo(ROOM_PX, 0);
  expect((card?.y ?? 0) + (card?.height ?? 0) - (all?.y ?? 0) - (all?.height ?? 0)).toBeCloseTo(ROOM_PX, 0);
  await expectAccessible(page);

  await list.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await atLogin(phone);
  await expect.poll(() => rows.count()).toBe(2);
  await page.reload();
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);

  await signIn(phone, marie, '?next=/contacts');
  await phone.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  await tabTo(page, 'Sign out all others');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByText('You stay signed in here.').waitFor();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await atLogin(phone);
  await expect.poll(() => rows.count()).toBe(1);
  expect((await marie.call(userRoutes.getMe)).status).toBe(401);
  desk.expectNoErrors();
}, 120_000);

test('SESS-01 a list that fails to load, a session that fails to end and one that ends later are reported', async ({
  product,
  visitBriefly,
}) => {
  const tom = await newPerson(product, 'Tom');
  const visitor = await visitBriefly(null, { userAgent: DESK });
  const { page } = visitor;
  await page.route('**/api/me/sessions', (route) => route.fulfill({ status: 500, json: {} }));
  await signIn(visitor, tom, '?next=/profile');
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  await list.getByRole('alert').getByText('Could not load').waitFor();
  await page.unroute('**/api/me/sessions');
  await list.getByRole('button', { name: 'Retry' }).click();
  await list.getByRole('listitem').first().waitFor();
  await page.route('**/api/me/sessions/*', (route) => route.abort());
  await list.getByRole('button', { name: /^Sign out Unknown/ }).click();
  await page.getByRole('alert').getByText('Signing out did not work. Please try again.').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
  await page.unroute('**/api/me/sessions/*');
  const json = { error: { code: 'not_found', message: ERROR_TEXTS.not_found } };
  await page.route('**/api/me/sessions/*', (route) => route.fulfill({ status: 404, json }));
  await list.getByRole('button', { name: /^Sign out Unknown/ }).click();
  await page.getByRole('alert').getByText('That device is setting a new password.').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
});

test('SESS-01 of several that are ended at the same time each tells how it went, and the question waits for its own answer', async ({
  product,
  visitBriefly,
}) => {
  const ida = await newPerson(product, 'Ida');
  const phone = await visitBriefly(null, { userAgent: PHONE });
  await signIn(phone, ida, '?next=/contacts');
  await phone.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const desk = await visitBriefly(null, { userAgent: DESK });
  const { page } = desk;
  const { sessions } = await ida.ok(sessionRoutes.listSessions);
  const first = sessions.find(({ is_current }) => is_current)?.id;
  const fail = await hold(page, `**/api/me/sessions/${first}`, (route) => route.abort());
  await signIn(desk, ida, '?next=/profile');
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  const slow = list.getByRole('button', { name: /^Sign out Unknown/ });
  await slow.click();
  await list.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  expect(await slow.getAttribute('aria-busy')).toBe('true');
  await list.getByRole('button', { name: 'Sign out all others' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' });
  await confirm.waitFor();
  await fail();
  await page.getByText('Signing out did not work. Please try again.').waitFor();
  expect(await confirm.getAttribute('aria-busy')).toBeNull();
});

test('SESS-01 after ending all other sessions a person is told of one that stays', async ({
  product,
  visitBriefly,
}) => {
  const ada = await newPerson(product, 'Ada');
  const desk = await visitBriefly(null, { userAgent: DESK });
  const { page } = desk;
  await signIn(desk, ada, '?next=/profile');
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await page.route('**/api/me/sessions', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
  );
  await list.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByText('That device is setting a new password.').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(2);
});
