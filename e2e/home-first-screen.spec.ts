import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];

/** Whether it is wholly on the screen and above the bottom bar. */
async function isInReach(page: Page, target: Locator): Promise<boolean> {
  const [box, bar] = [
    await target.boundingBox(),
    await page.getByRole('navigation', { name: 'Quick links' }).boundingBox(),
  ];
  return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
}

test.for(PHONES)(
  'HOME-23 while nothing runs, an invitation is answered on the first screen ($width px)',
  async (viewport, { product, visit }) => {
    const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Marie Le Brocq')];
    await befriend(host, viewer);
    await newEvent(viewer, { title: 'Harbour swim', start_time: inHours(3), end_time: inHours(4) });
    await newEvent(host, {
      title: 'Film in the park',
      start_time: inHours(50),
      end_time: inHours(52),
      invitee_ids: [viewer.id],
    });
    const { page } = await visit(viewer, { viewport, hasTouch: true });
    await page.goto('/');
    await page.getByRole('region', { name: 'Next event' }).getByText('1 going').waitFor();
    const invitations = page.getByRole('region', { name: 'Invitations' });
    for (const name of ['Going', 'Maybe', 'Not Going']) {
      const answer = invitations.getByRole('button', { name, exact: true });
      await expect.poll(() => isInReach(page, answer)).toBe(true);
      expect((await answer.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
  },
);

test('HOME-23 while an event runs, an invitation is answered on the first screen', async ({
  product,
  visit,
}) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Marie Le Brocq')];
  await befriend(host, viewer);
  await newEvent(viewer, {
    title: 'Late set at the Opera House bar',
    start_time: inHours(-1),
    end_time: inHours(2),
  });
  await newEvent(host, {
    title: 'Film in the park',
    start_time: inHours(50),
    end_time: inHours(52),
    invitee_ids: [viewer.id],
  });
  const { page } = await visit(viewer, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next event' });
  await next.getByRole('link', { name: 'Live map' }).waitFor();
  const invitations = page.getByRole('region', { name: 'Invitations' });
  for (const name of ['Going', 'Maybe', 'Not Going']) {
    const answer = invitations.getByRole('button', { name, exact: true });
    await expect.poll(() => isInReach(page, answer)).toBe(true);
  }
});

test.for(PHONES)(
  'HOME-24 the first screen of a new account shows all three steps, one of them to friends ($width px)',
  async (viewport, { product, visit }) => {
    const { page } = await visit(await newPerson(product, 'Nia'), { viewport, hasTouch: true });
    await page.goto('/');
    const steps = page.getByRole('region', { name: 'First steps' });
    const friends = steps.getByRole('button', { name: /^Add friends/ });
    for (const step of [
      steps.getByRole('link', { name: /^Add a picture/ }),
      friends,
      steps.getByRole('link', { name: /^Create your first event/ }),
    ]) {
      await expect.poll(() => isInReach(page, step)).toBe(true);
    }
    await expectAccessible(page);
    await friends.click();
    await page.getByRole('dialog').waitFor();
  },
);

test('HOME-13 HOME-14 without events the list and how it works stand above the map, and offer to create one', async ({
  product,
  visit,
}) => {
  const { page } = await visit(await newPerson(product, 'Nia'), { viewport: PHONES[0]!, hasTouch: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  const list = page.getByRole('region', { name: 'Your Events' });
  await list.getByText('No upcoming events').waitFor();
  await expect.poll(() => isInReach(page, list.getByRole('link', { name: 'Create New Event' }))).toBe(true);
  const [features, map] = ['What you can do here', 'Events map'].map((name) =>
    page.getByRole('region', { name }),
  );
  // What is above them may still be going away between the measurements.
  await expect
    .poll(async () => {
      const [first, second, third] = [
        (await list.boundingBox())!,
        (await features!.boundingBox())!,
        (await map!.boundingBox())!,
      ];
      return [first.y + first.height <= second.y, second.y + second.height <= third.y];
    })
    .toEqual([true, true]);
  const friends = list.getByRole('link', { name: /^Find friends/ });
  expect(await friends.getAttribute('href')).toBe('/contacts?tab=discover');
});

test('HOME-23 beside the list invitations stand first and the map below them, and what fits the window stays in sight', async ({
  product,
  visit,
}) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
  await befriend(host, viewer);
  for (const hours of [3, 30, 54, 78, 102, 126]) {
    await newEvent(viewer, {
      title: `In ${hours}`,
      start_time: inHours(hours),
      end_time: inHours(hours + 1),
    });
  }
  await newEvent(host, {
    title: 'Film',
    start_time: inHours(60),
    end_time: inHours(61),
    invitee_ids: [viewer.id],
  });
  const { page } = await visit(viewer, { viewport: { width: 1280, height: 800 } });
  await page.goto('/');
  const invitation = page.getByRole('region', { name: 'Invitations' });
  const map = page.getByRole('region', { name: 'Events map' });
  await invitation.waitFor();
  await map.waitFor();
  const [above, below] = [await invitation.boundingBox(), await map.boundingBox()];
  expect(below!.x).toBe(above!.x);
  expect(above!.y).toBeLessThan(200);
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  const isInSight = async (part: Locator, height: number) => {
    const shown = (await part.boundingBox())!;
    return shown.y >= 0 && shown.y + shown.height <= height;
  };
  await expect.poll(() => isInSight(map, 800)).toBe(true);
  // With the first steps all of it does not fit, and the map is what belongs to the list.
  expect(await isInSight(invitation, 800)).toBe(false);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await expect.poll(() => isInSight(invitation, 800)).toBe(true);
  await expect.poll(() => isInSight(map, 800)).toBe(true);
});
