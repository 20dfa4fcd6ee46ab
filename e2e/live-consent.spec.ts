import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { expect } from 'vitest';
import { answering } from './answering.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';
import { bar, holdLocation, MARIE_AT, mayLocate, onMap, test, type Party } from './live-friends.ts';
import { linkIn, openSentMessages } from './sent-messages.ts';
import { endsText, untilText } from './until.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** A repeated Stop names the consent it was pressed for in the query. */
const SHARING = '**/api/events/*/sharing*';

/** By an hour; gives the end before. */
async function extend({ tom, eventId }: Party): Promise<string> {
  const params = { eventId };
  const event = await tom.ok(eventRoutes.getEvent, { params });
  const end_time = new Date(Date.parse(event.end_time) + HOUR_MS).toISOString();
  const invitee_ids = event.invites.map(({ user }) => user.id);
  const body = { ...event, end_time, invitee_ids, keep_answers: true };
  await tom.ok(eventRoutes.updateEvent, { params, body });
  return event.end_time;
}

/** What every page is told: she shares, from this device or another one. */
const sharingIs = ({ eventId }: Party, isHere: boolean) =>
  answering('**/api/me/sharing', {
    sharing: [
      {
        event: { id: eventId, title: 'Here', end_time: new Date(Date.now() + HOUR_MS).toISOString() },
        started_at: new Date(Date.now() - HOUR_MS).toISOString(),
        until: new Date(Date.now() + HOUR_MS).toISOString(),
        friend_count: 1,
        is_this_device: isHere,
      },
    ],
    now: new Date().toISOString(),
  });

test('LIVE-13 PWA-06 when an event is extended, the bar on every page asks the sharing person again', async ({
  party,
  marieAt,
}) => {
  const { page } = marieAt;
  await page.goto(party.live);
  await party.startSharing(party.marie);
  const sentence = bar(page).getByText(untilText('Sharing with 1 friend until'));
  await sentence.waitFor();
  const before = await sentence.textContent();
  await extend(party);
  await bar(page).getByText(endsText('The event now ends', '\\.')).waitFor();
  expect(await sentence.textContent()).toBe(before);
  await expectAccessible(page);
  marieAt.allowErrors(/ERR_INTERNET_DISCONNECTED/, /\[hereabouts\]/, /WebSocket/);
  await page.context().setOffline(true);
  await bar(page).getByRole('button', { name: 'Share until then' }).click();
  await bar(page).getByText('You are offline. Try again when you are online.', { exact: true }).waitFor();
  await page.context().setOffline(false);
  // The browser's network is back somewhat later than this.
  await expect
    .poll(() =>
      page.evaluate(() =>
        fetch('/healthz').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    .toBe(true);
  await bar(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await bar(page)
    .getByRole('button', { name: /^(Try again|Share until then)$/ })
    .waitFor({ state: 'detached' });
  await page.getByRole('status').getByText(untilText('Sharing until')).waitFor();
  await expectFocus(page, untilText('Sharing with 1 friend until'));
  expect(await sentence.textContent()).not.toBe(before);
});

test('LIVE-03 while nothing is sent the bar says so first, and Continue stands beside Stop', async ({
  party,
  visit,
}) => {
  const { marie } = party;
  await party.startSharing(marie);
  // The browser was not asked here.
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 } });
  await sharingIs(party, true)(page);
  await page.goto('/contacts');
  const paused = bar(page).getByText(/^Paused: your browser will ask again/);
  await paused.waitFor();
  const sentence = bar(page).getByText(untilText('Sharing with 1 friend until'));
  expect((await paused.boundingBox())!.y).toBeLessThan((await sentence.boundingBox())!.y);
  const [goOn, stop] = [
    (await bar(page).getByRole('button', { name: 'Continue' }).boundingBox())!,
    (await bar(page).getByRole('button', { name: /^Stop/ }).boundingBox())!,
  ];
  expect(goOn.height).toBeGreaterThanOrEqual(44);
  expect(goOn.y).toBe(stop.y);
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await expectFocus(page, untilText('Sharing with 1 friend until'));
});

test('LIVE-13 a consent ends at the time shown when it was given, also where the event is extended while the browser asks', async ({
  party,
  visit,
}) => {
  const { tom, marie } = party;
  const { page } = await visit(marie);
  const answer = await holdLocation(page, MARIE_AT);
  await page.goto(party.live);
  await page
    .getByRole('button', { name: /^(Share where I am|Be the first on the map)$/ })
    .first()
    .click();
  const end = page.getByText(/^Until the event ends /);
  const shown = await end.textContent();
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await page.getByRole('button', { name: 'Waiting for your browser' }).waitFor();
  const before = await extend(party);
  // The page is read again.
  await party.startSharing(tom);
  await expect.poll(() => end.textContent()).not.toBe(shown);
  await answer();
  await bar(page).getByRole('button', { name: 'Share until then' }).waitFor();
  expect(await marie.ok(sharingRoutes.listSharing)).toMatchObject({ sharing: [{ until: before }] });
});

test('LIVE-07 the bar of another device does not switch this one’s location on', async ({ party, visit }) => {
  const { page } = await visit(party.marie, mayLocate(MARIE_AT));
  const isLocated = async (isHere: boolean) => {
    await sharingIs(party, isHere)(page);
    await page.goto('/contacts');
    await bar(page).getByRole('button', { name: /^Stop/ }).waitFor();
    // Answered after the page's own question.
    await page.evaluate(() => navigator.permissions.query({ name: 'geolocation' }));
    return await page.evaluate(() => 'isLocated' in globalThis);
  };
  await page.addInitScript(() => {
    const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
    navigator.geolocation.watchPosition = (...asked) => {
      Object.assign(globalThis, { isLocated: true });
      return watch(...asked);
    };
  });
  expect(await isLocated(false)).toBe(false);
  await expect.poll(() => isLocated(true)).toBe(true);
});

test('LIVE-01 a person who says "Not now" while sharing is about to start does not share', async ({
  party,
  marieAt,
}) => {
  const { marie } = party;
  const { page } = marieAt;
  await page.goto(party.live);
  const release = await hold(page, /\/sharing$/);
  const begin = page.getByRole('button', { name: /^(Share where I am|Be the first on the map)$/ }).first();
  await begin.click();
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await page.getByRole('button', { name: 'Starting...' }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  const started = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await release();
  await started;
  await expect.poll(() => marie.ok(sharingRoutes.listSharing)).toMatchObject({ sharing: [] });
  await bar(page).waitFor({ state: 'detached' });
  expect(await begin.isVisible()).toBe(true);
});

test('LIVE-01 LIVE-10 a person who says "Not now" after the answer to their Start was lost does not share', async ({
  party,
  marieAt,
}) => {
  marieAt.allowErrors(/ERR_FAILED/, /NetworkError/, /429/, /rate_limited|Too many/);
  const { marie } = party;
  const { page } = marieAt;
  await page.goto(party.live);
  await page.route(SHARING, async (route) => {
    if (route.request().method() !== 'PUT') return await route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page
    .getByRole('button', { name: /^(Share where I am|Be the first on the map)$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await page.getByText('No answer came, so sharing may have started.', { exact: false }).waitFor();
  expect((await marie.ok(sharingRoutes.listSharing)).sharing).toHaveLength(1);
  // Also where a second attempt is refused.
  await page.unroute(SHARING);
  await page.route(SHARING, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 429,
          json: { error: { code: 'rate_limited', message: 'Too many requests' } },
        })
      : route.fallback(),
  );
  const refused = page.waitForResponse((answer) => answer.status() === 429);
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await refused;
  await page.getByRole('button', { name: 'Starting...' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => marie.ok(sharingRoutes.listSharing)).toMatchObject({ sharing: [] });
  await bar(page).waitFor({ state: 'detached' });
});

test('LIVE-07 LIVE-10 a Stop that does not reach the server says that the other device still shares', async ({
  party,
  marieAt,
}) => {
  const { page } = marieAt;
  marieAt.allowErrors(/ERR_FAILED/);
  await page.route(SHARING, (route) => route.abort());
  await sharingIs(party, false)(page);
  await page.goto('/contacts');
  await bar(page).getByRole('button', { name: /^Stop/ }).click();
  await bar(page)
    .getByText(/^The other device is still sharing: .* Trying again/)
    .waitFor();
  expect(await bar(page).getByText('This device').count()).toBe(0);
});

test('LIVE-10 a Stop that does not reach the server is retried, also after a reload', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  marieAt.allowErrors(/ERR_FAILED/);
  const { marie } = party;
  const { page } = marieAt;
  await page.route(SHARING, (route) => route.abort());
  await bar(page).getByRole('button', { name: /^Stop/ }).click();
  const trying = bar(page).getByText(/^This device has stopped sharing, but .* Trying again/);
  await trying.waitFor();
  await expectAccessible(page);
  await page.reload();
  await trying.waitFor();
  await bar(page).getByRole('button', { name: /^Stop/ }).focus();
  await page.unroute(SHARING);
  await bar(page).waitFor({ state: 'detached' });
  await expectFocus(page, 'Live map');
  await onMap(tomAt.page, marie).waitFor({ state: 'detached' });
});

test('LIVE-03 the sharing bar is on every page, in a second tab and after a reload', async ({
  party,
  marieAt,
}) => {
  const { tom, marie } = party;
  const { page } = marieAt;
  await page.goto(party.live);
  await party.startSharing(marie);
  const sentence = untilText('Sharing with 1 friend until');
  for (const path of [
    '/',
    '/contacts',
    '/profile',
    `/profile/${tom.id}`,
    '/new-event',
    `/event/${party.eventId}`,
  ]) {
    await page.goto(path);
    await bar(page).getByText(sentence).waitFor();
    expect(await bar(page).getByRole('button', { name: /^Stop/ }).isVisible()).toBe(true);
  }
  await expectAccessible(page);
  const second = await page.context().newPage();
  await second.goto('/contacts');
  await bar(second).getByText(sentence).waitFor();
  await second.close();
});

test('AUTH-06 LIVE-10 a session replaced by somebody else’s reset link, also in another tab, shares no longer', async ({
  party,
  product,
  tomAt,
  visit,
}) => {
  const { marie, zoe } = party;
  await tomAt.page.goto(party.live);
  const browser = await visit(null, mayLocate(MARIE_AT));
  browser.allowErrors(/40[134]/);
  const { page } = browser;
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(party.live);
  await page
    .getByRole('button', { name: /^(Share where I am|Be the first on the map)$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await onMap(tomAt.page, marie).waitFor();

  const sentMessages = openSentMessages(product);
  await fetch(`${product.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: zoe.email }),
  });
  const other = await page.context().newPage();
  await other.goto(linkIn(await sentMessages.next(zoe.email)));
  await other.getByText('You are signed in as Marie Le Brocq.', { exact: false }).waitFor();
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByLabel('New password', { exact: true }).waitFor();
  await onMap(tomAt.page, marie).waitFor({ state: 'detached' });
  await bar(page).waitFor({ state: 'detached' });
  await page.goto('/');
  await page.getByText('Welcome, Zoe Vibert').waitFor();
  expect(await marie.ok(sharingRoutes.listSharing)).toMatchObject({ sharing: [] });
});
