import type { HomePage } from '@hereabouts/contract/events';
import { answering, changing, failing } from './answering.ts';
import { test } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('HOME-23 HOME-24 on home the focus goes on to what is next when what was pressed goes', async ({
  product,
  visit,
}) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
  await befriend(host, viewer);
  for (const [title, at] of [
    ['Swim', 2],
    ['Picnic', 30],
    ['Film night', 54],
    ['Quiz', 78],
  ] as const) {
    const times = { start_time: inHours(at), end_time: inHours(at + 1) };
    await newEvent(host, { title, ...times, invitee_ids: [viewer.id] });
  }
  const { page } = await visit(viewer, PHONE);
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next event' });
  await next.getByRole('button', { name: 'Going', exact: true }).press('Enter');
  await next.getByRole('status').getByText('Going', { exact: true }).waitFor();
  await expectFocus(page, 'Swim');
  await page.getByRole('button', { name: 'Show all 3' }).press('Enter');
  await expectFocus(page, 'Quiz');
  await page.getByRole('button', { name: 'Hide first steps' }).press('Enter');
  await expectFocus(page, 'Welcome, Zoe');
});

test('ERR-02 HOME-13 more events that cannot be loaded are asked for again; the last of them hand the focus on', async ({
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  await newEvent(marie);
  await keepFromJoining(page);
  const older = '**/api/home?cursor=*';
  await changing<HomePage>('**/api/home', (home) => ({ ...home, next_cursor: 'older' }))(page);
  await failing(older)(page);
  await page.goto('/');
  // What stands above the list has come: the list stays as it is.
  await page.getByRole('region', { name: 'Next event' }).waitFor();
  const more = page.getByRole('button', { name: 'Show more events' });
  await more.press('Enter');
  await page.getByRole('alert').getByText('Could not load', { exact: true }).waitFor();
  await expectFocus(page, 'Show more events');
  await page.unroute(older);
  await answering(older, { events: [], next_cursor: null })(page);
  await more.press('Enter');
  await more.waitFor({ state: 'detached' });
  await expectFocus(page, 'Welcome, Marie');
});

test('HOME-08 a dismissed message gives the focus back', async ({ visitor, marie, page }) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  await newEvent(marie);
  // A read that is on its way would be waited for.
  await keepFromJoining(page);
  await page.goto('/');
  await page.getByRole('article').waitFor();
  await failing('**/api/home*')(page);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.press('Enter');
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.press('Enter');
  await dismiss.waitFor({ state: 'detached' });
  await expectFocus(page, 'Refresh');
});
