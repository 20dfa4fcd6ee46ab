import { blockRoutes } from '@hereabouts/contract/blocks';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { newPerson } from './person.ts';
import { button } from './screen-parts.ts';

test('SAFE-01 unblocking two people at once reports the outcome for each', async ({
  product,
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /the server failed|a change was not saved/);
  const [ida, tom] = [await newPerson(product, 'Ida Hansen'), await newPerson(product, 'Tom Renouf')];
  for (const { id } of [ida, tom]) await marie.ok(blockRoutes.blockUser, { params: { userId: id } });
  const fail = await hold(page, `**/api/me/blocks/${ida.id}`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto('/profile');
  await button(page, 'Unblock Ida Hansen').click();
  await button(page, 'Unblock Tom Renouf').click();
  await page.getByRole('status').filter({ hasText: 'Tom Renouf is unblocked.' }).waitFor();
  await button(page, 'Unblock Tom Renouf').waitFor({ state: 'detached' });
  expect(await button(page, 'Unblock Ida Hansen').getAttribute('aria-busy')).toBe('true');
  await fail();
  await page.getByRole('alert').getByText('Could not unblock. Please try again.').waitFor();
});
