import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventRoutes } from '@hereabouts/contract/events';
import { imageUrl } from '@hereabouts/contract/uploads';
import { PHOTO_CAMERA, PHOTO_XMP_TEXT, phonePhoto } from '@hereabouts/testing/photo';
import { piecesOf } from '@hereabouts/testing/picture-bytes';
import sharp from 'sharp';
import { test as journey } from './fixtures.ts';
import { expectAccessible, signUp } from './visitor.ts';

const MIN_PHOTO_BYTES = 3_000_000;
/** Where JPEG (application segments 1 and 13) and WebP keep what is not the picture. */
const METADATA_PIECES = new Set(['e1', 'ed', 'EXIF', 'XMP ']);
/** They find each other among nobody else. */
const test = journey.extend('settings', { scope: 'file' }, {});

const MARIE = { name: 'Marie Le Brocq', email: 'marie@example.org' };
const TOM = { name: 'Tom Renouf', email: 'tom@example.org' };

test('HOME-01 REG-02 CONT-05 CONT-07 EVF-02 EVF-04 EVF-06 EVF-08 HOME-08 EVD-06 RSVP-01 EVD-08 RSVP-02 STOR-02 ERR-01 two people who have never seen the product meet at an event', async ({
  product,
  visit,
}) => {
  const [photo, marie, tom] = await Promise.all([
    phonePhoto(),
    visit(),
    visit(null, { viewport: { width: 390, height: 844 }, hasTouch: true }),
  ]);

  // Two people who have never seen the product sign up.
  await Promise.all([signUp(marie.page, MARIE), signUp(tom.page, TOM)]);
  await marie.page.getByRole('heading', { name: `Welcome, ${MARIE.name}` }).waitFor();
  await tom.page.getByRole('heading', { name: `Welcome, ${TOM.name}` }).waitFor();

  // They become friends, and each sees it without a reload.
  await tom.page.getByRole('link', { name: 'Contacts' }).last().click();
  await tom.page.getByText('No friends yet. Start by discovering new people!').waitFor();

  await marie.page.getByRole('link', { name: 'Contacts' }).first().click();
  await marie.page.getByRole('tab', { name: 'Discover' }).click();
  await marie.page.getByPlaceholder('Search people...').fill('renouf');
  await marie.page.getByRole('button', { name: 'Send Friend Request' }).click();
  await marie.page.getByText('No results found for "renouf"').waitFor();

  await tom.page.getByRole('tab', { name: 'Pending 1' }).click();
  await tom.page.getByRole('button', { name: 'Accept' }).click();
  await tom.page.getByText('No pending friend requests').waitFor();

  await marie.page.getByRole('button', { name: 'Clear search' }).click();
  await marie.page.getByRole('tab', { name: 'My Friends 1' }).click();
  await marie.page.getByRole('link', { name: TOM.name }).waitFor();
  await tom.page.getByRole('link', { name: 'Home', exact: true }).click();
  await tom.page.getByText('No upcoming events').waitFor();

  // One creates an event with a point, a photo from a phone and an invitation.
  await marie.page.getByRole('link', { name: 'Create event' }).click();
  await marie.page.getByRole('heading', { name: 'Create New Event' }).waitFor();
  await marie.page.getByLabel('Event Title*').fill('Sunset swim');
  await marie.page.getByLabel('Description').fill('Towels and flasks. We go in at high tide.');
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await marie.page.getByLabel('Start Time*').fill(`${day}T19:30`);
  expect(await marie.page.getByLabel('End Time*').inputValue()).toBe(`${day}T21:30`);

  await marie.page.getByRole('button', { name: 'Search for a location' }).click();
  await marie.page.getByRole('combobox', { name: 'Place' }).fill('Havre des Pas slip');
  await marie.page.getByRole('option', { name: 'Use "Havre des Pas slip"' }).click();
  await clickMap(marie.page);
  await marie.page.getByText(/^Latitude: 49\.\d{6}, longitude: -2\.\d{6}$/).waitFor();

  expect(photo.length).toBeGreaterThan(MIN_PHOTO_BYTES);
  expect(photo.includes('Exif') && photo.includes(PHOTO_CAMERA)).toBe(true);
  await marie.page.getByLabel('Event Image').setInputFiles({
    name: 'IMG_2041.JPG',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await marie.page.getByRole('button', { name: 'Remove picture' }).waitFor();

  await marie.page.getByRole('checkbox', { name: TOM.name }).check();
  await marie.page.getByText('1 friend(s) selected').waitFor();
  await marie.page
    .getByRole('checkbox', { name: 'Private Event (Only invited people can see this event)' })
    .check();
  await marie.page.getByRole('button', { name: 'Create Event' }).click();
  await marie.page.waitForURL(/\/event\/\d+$/);
  await marie.page.getByRole('heading', { level: 1, name: 'Sunset swim' }).waitFor();
  await marie.page.getByText('Invited Friends (1)').waitFor();
  await marie.page.getByRole('listitem').filter({ hasText: TOM.name }).getByText('Pending').waitFor();

  // The other finds it on the home screen without a reload, opens it and answers.
  const card = tom.page.getByRole('article', { name: 'Sunset swim' });
  await card.waitFor();
  await tom.page.getByRole('button', { name: /^Sunset swim, Havre des Pas slip/ }).waitFor();
  await card.getByRole('link', { name: 'View Details' }).click();
  await tom.page.getByRole('heading', { name: 'Your RSVP' }).waitFor();
  await tom.page.getByText('Hosted by Marie Le Brocq').waitFor();
  const going = tom.page.getByRole('button', { name: 'Going', exact: true });
  await going.click();
  await tom.page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(
      (button) => button.textContent === 'Going' && button.ariaPressed === 'true' && !button.disabled,
    ),
  );
  await expectAccessible(tom.page);

  // The first sees the answer without a reload.
  const guest = marie.page.getByRole('listitem').filter({ hasText: TOM.name });
  await guest.getByText('Going', { exact: true }).waitFor();
  await expectAccessible(marie.page);

  // Nothing of where the photo was taken is left in any picture that is served.
  // A file before this one may have loaded the server, which blocks every decoder but those of uploads.
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
  const eventId = Number(new URL(marie.page.url()).pathname.split('/').at(-1));
  const image = await marie.page.evaluate(
    async ([path, key]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string };
      const answer = await fetch(path, { headers: { authorization: `Bearer ${session.access_token}` } });
      return ((await answer.json()) as { image: string }).image;
    },
    [eventRoutes.getEvent.path.replace('{eventId}', String(eventId)), 'hereabouts.session'] as const,
  );
  const served = await Promise.all(
    [imageUrl(image), imageUrl(image, 'card'), imageUrl(image, 'detail')].map(async (path) => {
      const answer = await fetch(product.url + path);
      expect(answer.status, path).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  const hashes = new Set(served.map((bytes) => createHash('sha256').update(bytes).digest('hex')));
  expect(hashes.size).toBe(served.length);
  for (const bytes of served) {
    for (const trace of ['Exif', PHOTO_CAMERA, PHOTO_XMP_TEXT, 'xmpmeta']) {
      expect(bytes.includes(trace), trace).toBe(false);
    }
    // In the picture's own data any three bytes can be there by chance.
    const beside = piecesOf(bytes).filter(({ name }) => !name.startsWith('VP8'));
    expect(beside.filter(({ name }) => METADATA_PIECES.has(name))).toEqual([]);
    expect(beside.some(({ data }) => data.includes('GPS'))).toBe(false);
    const { exif, xmp, iptc, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined });
    // The photo lies on its side: upright it is higher than wide, with nothing left to say so but its pixels.
    expect(height).toBeGreaterThan(width);
  }
}, 120_000);

/** Sets the point in the middle of the map, once its script is there. */
async function clickMap(page: Page): Promise<void> {
  const map = page.getByRole('group', { name: /^Event position/ });
  await map.scrollIntoViewIfNeeded();
  await map.click();
}
