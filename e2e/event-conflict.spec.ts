import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changePlace } from './change-place.ts';
import { test as journey } from './fixtures.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const save = (tab: Page) => tab.getByRole('button', { name: 'Update Event' }).click();
const saved = (tab: Page, eventId: number) => tab.waitForURL(`**/event/${eventId}`);

const test = journey
  .extend('second', ({ page }) => page.context().newPage())
  .extend('ui', ({ page: first, marie, second }) => {
    /** The edit form of one event in both tabs. */
    async function openTwice(eventId: number): Promise<void> {
      for (const tab of [first, second]) {
        await tab.goto(`/edit-event/${eventId}`);
        await tab.getByLabel('Event Title*').waitFor();
      }
    }
    const detail = (eventId: number) => marie.ok(eventRoutes.getEvent, { params: { eventId } });
    const question = () =>
      second.getByRole('dialog', { name: 'This event has been changed in the meantime' });
    return { openTwice, detail, question };
  });

test('EVF-23 a field changed in two tabs is shown in both versions, and the person chooses', async ({
  marie,
  page: first,
  second,
  ui: { openTwice, detail, question },
}) => {
  const eventId = await newEvent(marie, { title: 'Quiz', description: 'Bring a pen' });
  await openTwice(eventId);
  await first.getByLabel('Event Title*').fill('Quiz of the first tab');
  await first.getByLabel('Description').fill('Bring two pens');
  await save(first);
  await saved(first, eventId);

  await second.getByLabel('Event Title*').fill('Quiz of the second tab');
  await second.getByLabel('Description').fill('Bring paper');
  await second.getByRole('checkbox', { name: /^Private Event/ }).check();
  await save(second);
  const title = question().getByRole('group', { name: 'Event Title' });
  const description = question().getByRole('group', { name: 'Description' });
  await title.getByRole('radio', { name: 'Theirs Quiz of the first tab' }).waitFor();
  await description.getByRole('radio', { name: 'Yours Bring paper' }).waitFor();
  await expectAccessible(second);
  expect(await question().getByRole('group').count()).toBe(2);
  const go = question().getByRole('button', { name: 'Save' });
  expect(await go.getAttribute('aria-disabled')).toBe('true');
  expect(await detail(eventId)).toMatchObject({ title: 'Quiz of the first tab', is_private: false });

  await title.getByRole('radio', { name: /^Theirs/ }).check();
  await description.getByRole('radio', { name: /^Yours/ }).check();
  await go.click();
  await saved(second, eventId);
  expect(await detail(eventId)).toMatchObject({
    title: 'Quiz of the first tab',
    description: 'Bring paper',
    is_private: true,
  });
});

test('EVF-23 changes to different fields are merged without a question', async ({
  marie,
  page: first,
  second,
  ui: { openTwice, detail },
}) => {
  const eventId = await newEvent(marie, { title: 'Walk', description: 'By the sea' });
  await openTwice(eventId);
  await first.getByLabel('Event Title*').fill('Long walk');
  await save(first);
  await saved(first, eventId);
  await second.getByLabel('Description').fill('Along the cliffs');
  await save(second);
  await saved(second, eventId);
  expect(await detail(eventId)).toMatchObject({ title: 'Long walk', description: 'Along the cliffs' });
});

test('EVF-23 closing the conflict dialog saves nothing and keeps the input, but not what was chosen', async ({
  marie,
  page: first,
  second,
  ui: { openTwice, detail, question },
}) => {
  const eventId = await newEvent(marie, { title: 'Swim' });
  await openTwice(eventId);
  await first.getByLabel('Event Title*').fill('Cold swim');
  await save(first);
  await saved(first, eventId);
  await second.getByLabel('Event Title*').fill('Warm swim');
  await save(second);
  const yours = question().getByRole('radio', { name: 'Yours Warm swim' });
  const keepEditing = async () => {
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await question().waitFor({ state: 'detached' });
  };
  await yours.check();
  await keepEditing();
  await save(second);
  await yours.waitFor();
  expect(await question().getByRole('radio', { checked: true }).count()).toBe(0);
  await keepEditing();
  expect(await second.getByLabel('Event Title*').inputValue()).toBe('Warm swim');
  expect((await detail(eventId)).title).toBe('Cold swim');
  // A reload does not forget what the draft started from.
  second.once('dialog', (dialog) => void dialog.accept());
  await second.reload();
  await second.getByText('What you typed before is still here.', { exact: true }).waitFor();
  await save(second);
  await yours.check();
  await question().getByRole('button', { name: 'Save' }).click();
  await saved(second, eventId);
  expect((await detail(eventId)).title).toBe('Warm swim');
});

test('EVF-15 EVF-23 EVF-25 answers and guests added meanwhile are no conflict; the question about resetting answers comes last', async ({
  product,
  marie,
  page: first,
  second,
  ui: { openTwice, detail, question },
}) => {
  const [tom, ben, eve] = [
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Ben'),
    await newPerson(product, 'Eve'),
  ];
  for (const friend of [tom, ben, eve]) await befriend(marie, friend);
  const eventId = await newEvent(marie, { title: 'Dinner', invitee_ids: [tom.id, ben.id] });
  const params = { eventId };
  await openTwice(eventId);
  await tom.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await marie.ok(inviteRoutes.inviteFriends, { params, body: { user_ids: [eve.id] } });
  await first.getByLabel('Event Title*').fill('Dinner at eight');
  await save(first);
  const answers = (tab: Page) => tab.getByRole('dialog', { name: "Keep everyone's answers?" });
  await answers(first).getByRole('button', { name: 'Keep answers' }).click();
  await saved(first, eventId);

  await second.getByLabel('Event Title*').fill('Dinner at nine');
  await second.getByRole('checkbox', { name: 'Ben' }).uncheck();
  await save(second);
  await question()
    .getByRole('radio', { name: /^Yours/ })
    .check();
  expect(await answers(second).count()).toBe(0);
  await question().getByRole('button', { name: 'Save' }).click();
  await answers(second).getByRole('button', { name: 'Keep answers' }).click();
  await saved(second, eventId);
  const { title, invites } = await detail(eventId);
  expect(title).toBe('Dinner at nine');
  expect(invites.map(({ user, status }) => [user.name, status])).toEqual([
    ['Eve', 'pending'],
    ['Tom', 'accepted'],
  ]);
});

test('EVF-23 LOC-08 a typed place does not take the point of the place that came with the other version', async ({
  product,
  marie,
  page: first,
  second,
  ui: { openTwice, question },
}) => {
  const tom = await newPerson(product, 'Tom');
  await befriend(marie, tom);
  const eventId = await newEvent(marie, { title: 'Picnic', invitee_ids: [tom.id] });
  await tom.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  await openTwice(eventId);
  await first.getByLabel('Event Title*').fill('Picnic in town');
  await changePlace(first, 'royal', 'Royal Square');
  await save(first);
  await first.getByRole('button', { name: 'Keep answers' }).click();
  await saved(first, eventId);

  await second.getByLabel('Event Title*').fill('Our picnic');
  await save(second);
  await question()
    .getByRole('radio', { name: /^Yours/ })
    .check();
  await question().getByRole('button', { name: 'Save' }).click();
  const answers = second.getByRole('dialog', { name: "Keep everyone's answers?" });
  await answers.waitFor();
  await second.keyboard.press('Escape');
  await answers.waitFor({ state: 'detached' });
  await second.getByText('Royal Square', { exact: true }).waitFor();
  await changePlace(second, 'Our garden', 'Use "Our garden"');
  await second.getByText('No position chosen yet').waitFor();
});
