import type { LivePage } from '@hereabouts/contract/live';
import type { Page } from 'playwright-core';
import { answering, failing } from './answering.ts';
import { giveCompass, PHONE_SENSORS } from './compass.ts';
import { inHours } from './person.ts';
import { HERE, offFrom } from './places.ts';
import { hearPositions } from './live-socket.ts';
import type { Screen } from './screens.ts';

const EVENT_ID = 987_654;
const LIVE = `**/api/events/${EVENT_ID}/live`;
const FRIEND = { id: '00000000-0000-4000-8000-0000000000f1', name: 'Harriet Vautier-Le Brocq', image: null };

/** The live page of an event that runs, with a meeting point so many metres to the north-east. */
function livePage(metres: number, changes: Partial<LivePage> = {}): LivePage {
  return {
    event: {
      id: EVENT_ID,
      title: 'Weighbridge night market',
      location_name: 'Weighbridge Place',
      location_latitude: HERE.latitude,
      location_longitude: HERE.longitude,
      start_time: inHours(-1),
      end_time: inHours(3),
      is_cancelled: false,
    },
    may_share: true,
    is_creator: false,
    friends: [{ user: FRIEND, is_sharing: false }],
    meeting_point: {
      name: 'Left of the big stage',
      ...offFrom(HERE, 62, metres),
      meet_at: null,
      set_by: FRIEND,
      set_at: inHours(-0.5),
    },
    sharing: null,
    now: new Date().toISOString(),
    ...changes,
  };
}

/** A phone at a running event that may know all this, or none of it. */
const phone =
  (page: LivePage, { compass = true, camera = false, location = true } = {}) =>
  async (browserPage: Page) => {
    const context = browserPage.context();
    await context.clearPermissions();
    await context.setGeolocation({ ...HERE, accuracy: 8 });
    await context.grantPermissions([
      ...PHONE_SENSORS,
      ...(location ? ['geolocation'] : []),
      ...(camera ? ['camera'] : []),
    ]);
    if (camera) await browserPage.addInitScript(paintCamera);
    if (compass) await giveCompass(browserPage, 25);
    await answering(LIVE, { ...page, now: new Date().toISOString() })(browserPage);
  };

/** The same with friends, who are so many metres off in a direction. */
const withFriends =
  (friends: readonly { name: string; bearing: number; metres: number; ageMs?: number }[], parts = {}) =>
  async (browserPage: Page) => {
    const people = friends.map(({ name }, index) => ({
      ...FRIEND,
      id: `${FRIEND.id.slice(0, -2)}${index + 10}`,
      name,
    }));
    await phone(
      livePage(90, { friends: people.map((user) => ({ user, is_sharing: true })) }),
      parts,
    )(browserPage);
    const heard = friends.map(({ bearing, metres, ageMs = 2_000 }, index) => ({
      userId: people[index]!.id,
      ...offFrom(HERE, bearing, metres),
      accuracyM: 12,
      ageMs,
    }));
    await hearPositions(browserPage, heard);
  };
const ALONE = `${FRIEND.id.slice(0, -2)}10`;

/** In place of a camera: dusk over a harbour, drawn on a canvas. */
function paintCamera(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 1280 });
    const brush = canvas.getContext('2d')!;
    const sky = brush.createLinearGradient(0, 0, 0, 720);
    sky.addColorStop(0, '#23304f');
    sky.addColorStop(1, '#e8a37a');
    brush.fillStyle = sky;
    brush.fillRect(0, 0, 720, 720);
    brush.fillStyle = '#3b4a52';
    brush.fillRect(0, 640, 720, 640);
    return canvas.captureStream(1);
  };
}

const find = (target = 'meeting-point') => `/event/${EVENT_ID}/find/${target}`;
const AR = `/event/${EVENT_ID}/ar`;
const text = (words: string | RegExp) => (page: Page) => page.getByText(words);
const arrow = (page: Page) => page.getByTestId('finder-arrow');

export const FINDER_SCREENS: readonly Screen[] = [
  { name: 'finder', path: find(), network: phone(livePage(240)), shows: arrow },
  {
    name: 'finder-friend',
    path: find(ALONE),
    network: withFriends([{ name: 'Bartholomew Featherstonehaugh', bearing: 340, metres: 85 }]),
    shows: arrow,
  },
  {
    name: 'finder-old',
    path: find(ALONE),
    network: withFriends([{ name: 'ليلى الحسن', bearing: 80, metres: 140, ageMs: 250_000 }]),
    shows: text(/^Last seen 4 min ago/),
  },
  { name: 'finder-far', path: find(), network: phone(livePage(1_240)), shows: arrow },
  { name: 'finder-around', path: find(), network: phone(livePage(6)), shows: text(/^Within about/) },
  {
    name: 'finder-map',
    path: find(),
    network: phone(livePage(240), { compass: false }),
    shows: (page) => page.getByRole('group', { name: /^Map to/ }),
  },
  {
    name: 'finder-not-sharing',
    path: find(FRIEND.id),
    network: phone(livePage(240)),
    shows: text(/ is not sharing$/),
  },
  {
    name: 'finder-waiting',
    path: find(FRIEND.id),
    network: phone(livePage(240, { friends: [{ user: FRIEND, is_sharing: true }] })),
    shows: text(/^Waiting for .*’s location$/),
  },
  {
    name: 'finder-no-location',
    path: find(),
    network: phone(livePage(240), { location: false }),
    shows: text('Location is blocked for this site'),
  },
  {
    name: 'finder-no-point',
    path: find(),
    network: phone(livePage(240, { meeting_point: null })),
    shows: text('There is no meeting point'),
  },
  {
    name: 'finder-failed',
    path: find(),
    network: failing(LIVE),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Could not load' }),
  },
  {
    name: 'ar',
    path: AR,
    network: phone(livePage(240), { camera: true }),
    shows: (page) => page.getByTestId('ar-right'),
  },
  {
    name: 'ar-ahead',
    path: AR,
    network: phone(
      { ...livePage(240), meeting_point: { ...livePage(0).meeting_point!, ...offFrom(HERE, 28, 180) } },
      { camera: true },
    ),
    shows: (page) => page.getByTestId('ar-label'),
  },
  {
    name: 'ar-crowd',
    path: AR,
    network: withFriends(
      [
        { name: 'Tom Renouf', bearing: 22, metres: 25 },
        { name: 'Marie Le Brocq', bearing: 27, metres: 48 },
        { name: 'ليلى الحسن', bearing: 30, metres: 110 },
        { name: 'Bartholomew Featherstonehaugh-Cholmondeley', bearing: 20, metres: 240, ageMs: 130_000 },
        { name: 'Priya Raghunathan', bearing: 90, metres: 60 },
        { name: 'Hugo', bearing: 130, metres: 320 },
        { name: 'Aoife Ní Bhriain', bearing: 200, metres: 70 },
        { name: 'Oskar', bearing: 300, metres: 1_400 },
      ],
      { camera: true },
    ),
    shows: (page) => page.getByTestId('ar-left'),
  },
  {
    name: 'ar-lost',
    path: AR,
    network: withFriends(
      [
        { name: 'Tom Renouf', bearing: 22, metres: 25 },
        { name: 'Priya Raghunathan', bearing: 90, metres: 60, ageMs: 130_000 },
      ],
      { camera: true },
    ),
    async act(page) {
      await page.getByTestId('ar-label').waitFor();
      await page.context().setGeolocation(null);
    },
    shows: text(/^This phone can no longer tell where it is/),
  },
  {
    name: 'ar-nobody',
    path: AR,
    network: phone(livePage(240, { meeting_point: null }), { camera: true }),
    shows: text(/^None of your friends/),
  },
  { name: 'ar-camera', path: AR, network: phone(livePage(240)), shows: text('Look through the camera') },
  {
    name: 'ar-no-compass',
    path: AR,
    network: phone(livePage(240), { compass: false }),
    shows: text('This device has no compass'),
  },
  {
    name: 'beacon',
    path: `/event/${EVENT_ID}/live`,
    async network(page) {
      await phone(livePage(240))(page);
      const beacon = {
        event_id: EVENT_ID,
        user: FRIEND,
        is_mine: true,
        colour: '#7df25a',
        duration_ms: 600_000,
      };
      await answering('**/flash', beacon)(page);
    },
    async act(page) {
      await page
        .getByRole('button', { name: /^Harriet Vautier-Le Brocq/ })
        .last()
        .click();
      await page.getByRole('button', { name: /^Beacon/ }).click();
    },
    shows: (page) => page.getByRole('dialog', { name: 'Beacon' }),
  },
];
