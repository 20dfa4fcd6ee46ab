import { expectFocus } from './focus.ts';
import { bar, test } from './live-friends.ts';
import { untilText } from './until.ts';

test.for(['Share where I am', 'Be the first on the map'])(
  'LIVE-01 sharing that is started by the keyboard from "%s" is said, and the focus goes to the heading',
  async (name, { party, marieAt }) => {
    const { page } = marieAt;
    await page.goto(party.live);
    await page.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share where you are' });
    await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page, name);
    await page.getByRole('button', { name }).press('Enter');
    await dialog.getByRole('button', { name: 'Start sharing' }).press('Enter');
    await page.getByRole('status').getByText(untilText('Sharing until')).waitFor();
    await bar(page).waitFor();
    await expectFocus(page, 'Live map');
  },
);
