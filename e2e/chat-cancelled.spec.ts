import { eventRoutes } from '@hereabouts/contract/events';
import { expect } from 'vitest';
import { LOST, box, log, newRoom, openAs, test, untilLive, write } from './chat-world.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { expectAccessible } from './visitor.ts';

const CLOSED = 'This event was cancelled. Its chat can still be read.';

test('CHAT-05 SAFE-04 what was being written as the event is cancelled can still be read, until it is discarded', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const { page } = await openAs(world, tom, `/chat/${eventId}`);
  await untilLive(page, eventId, marie);
  await box(page).fill('I bring the wood');
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await expectFocused(page.getByText(CLOSED));
  const unsent = page.getByRole('region', { name: 'Not sent' });
  await unsent.getByText('I bring the wood').waitFor();
  await expectAccessible(page);
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await unsent.waitFor({ state: 'detached' });
  await expectFocus(page, 'Chat: Bonfire');
});

test('CHAT-05 SAFE-04 a message that waited while the event was cancelled is kept, and is not tried again', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const { page, allowErrors } = await openAs(world, tom, `/chat/${eventId}`);
  allowErrors(...LOST);
  await untilLive(page, eventId, marie);
  await page.context().setOffline(true);
  await write(page, 'On my way');
  await page.getByText('Waiting for connection — 1 message').waitFor();
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await page.context().setOffline(false);
  await page
    .getByText('A message was not sent: you can no longer post in that chat. Your text is saved there.')
    .waitFor();
  await page.getByText(CLOSED).waitFor();
  await log(page).getByRole('region', { name: 'Not sent' }).getByText('On my way').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});
