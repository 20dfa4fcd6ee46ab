import { LIVE_TEXTS, type LivePage } from '@hereabouts/contract/live';
import { MEETING_POINT_TEXTS } from '@hereabouts/contract/meeting-points';
import type { Sharing } from '@hereabouts/contract/sharing';
import type { Page } from 'playwright-core';
import { answering, failing, neverAnswering } from './answering.ts';
import { inHours } from './person.ts';
import { HERE, offFrom } from './places.ts';
import { hearPositions, type Heard } from './live-socket.ts';
import type { Known, Screen } from './screens.ts';

const LIVE = '**/api/events/*/live';
const person = (id: number, name: string) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  name,
  image: null,
});
const TITLE = 'The unreasonably long evening of board games, borrowed chairs and a great deal of soup';

/** A running event; where friends are comes over the socket and is looked at in live.spec.ts. */
function running(changes: Partial<LivePage> = {}, event: Partial<LivePage['event']> = {}): LivePage {
  return {
    event: {
      id: 1,
      title: TITLE,
      location_name: 'Liberation Square',
      location_latitude: 49.1838,
      location_longitude: -2.1095,
      start_time: inHours(-1),
      end_time: inHours(3),
      is_cancelled: false,
      ...event,
    },
    may_share: true,
    is_creator: true,
    friends: [
      { user: person(1, 'Tom Renouf'), is_sharing: true },
      { user: person(2, 'ليلى حداد'), is_sharing: true },
      { user: person(3, 'Harriet Vautier-Le Brocq-Featherstonehaugh'), is_sharing: false },
      { user: person(4, ''), is_sharing: false },
    ],
    meeting_point: {
      name: 'Left of the stage, by the second lamp post',
      latitude: 49.1842,
      longitude: -2.1101,
      meet_at: inHours(1),
      set_by: person(1, 'Tom Renouf'),
      set_at: inHours(-0.5),
    },
    sharing: null,
    now: new Date().toISOString(),
    ...changes,
  };
}

const losing = new WeakMap<Page, () => Promise<void>>();

/** The viewer at the venue, and where friends are as their devices say: metres off, in a direction. */
const among =
  (page: LivePage, heard: (Omit<Heard, 'latitude' | 'longitude'> & { bearing: number; metres: number })[]) =>
  async (browserPage: Page) => {
    const context = browserPage.context();
    await context.setGeolocation({ ...HERE, accuracy: 8 });
    await context.grantPermissions(['geolocation']);
    await answer(page)(browserPage);
    const spots = heard.map(({ bearing, metres, ...one }) => ({ ...one, ...offFrom(HERE, bearing, metres) }));
    losing.set(browserPage, await hearPositions(browserPage, spots));
  };

const FIRST_NAMES =
  'Tom Marie Ana Zoé Bartholomew ليلى Yann Priya Oskar Aoife Jean-Luc Mo Siobhán Henrietta Wei Ágnes Hugo Beth Olu Kit'.split(
    ' ',
  );
const CROWD = Array.from({ length: 30 }, (_, index) =>
  person(index + 1, `${FIRST_NAMES[index % FIRST_NAMES.length]} ${'ABCDEFGH'[index % 8]}.`),
);
/** Thirty friends before one stage, all with one picture or none: most within a few steps of each other, some about the place. */
export const crowd = (image: string | null) =>
  among(
    running({ friends: CROWD.map((user) => ({ user: { ...user, image }, is_sharing: true })) }),
    CROWD.map(({ id }, index) => ({
      userId: id,
      bearing: (index * 137.5) % 360,
      metres: index < 22 ? 3 + index * 0.9 : 40 + (index - 22) * 25,
      accuracyM: index % 9 === 8 ? 160 : 5 + (index % 5) * 4,
      ageMs: index % 7 === 6 ? 60_000 * (1 + index) : (index % 4) * 4_000,
    })),
  );
/** One of each state. */
const several = among(running(), [
  { userId: person(1, '').id, bearing: 40, metres: 85, accuracyM: 12 },
  { userId: person(2, '').id, bearing: 250, metres: 130, accuracyM: 140 },
  { userId: person(3, '').id, bearing: 160, metres: 60, accuracyM: 20, ageMs: 260_000 },
]);

const sharing = (isHere: boolean): Sharing => ({
  event: { id: 1, title: TITLE, end_time: inHours(3) },
  started_at: inHours(-0.2),
  until: inHours(3),
  friend_count: 4,
  is_this_device: isHere,
});

const path = ({ own }: Known) => `/event/${own}/live`;
const text = (words: string | RegExp) => (page: Page) => page.getByText(words);
/** As of now, by the server's clock: an older moment would be taken for a clock that was set back. */
const answer = (page: LivePage) => (browserPage: Page) =>
  answering(LIVE, { ...page, now: new Date().toISOString() })(browserPage);
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Sharing where you are' });
const isSharing = (isHere: boolean) => (page: Page) =>
  answering('**/api/me/sharing', { sharing: [sharing(isHere)], now: new Date().toISOString() })(page);

/** The live page in its states, and the bar of whoever shares (LIVE-03). */
export const LIVE_SCREENS: readonly Screen[] = [
  { name: 'live', path, network: answer(running()), shows: text('Sharing, no location yet') },
  { name: 'live-friends', path, network: several, shows: text(/^Last seen 4 min ago/) },
  {
    name: 'live-selected',
    path,
    network: several,
    act: (page) =>
      page
        .getByRole('button', { name: /^Tom Renouf.*Live/ })
        .last()
        .click(),
    shows: (page) => page.getByRole('link', { name: 'Find Tom Renouf' }),
  },
  {
    name: 'live-sharing',
    path,
    async network(page) {
      await several(page);
      await isSharing(true)(page);
    },
    shows: (page) => bar(page),
  },
  {
    name: 'live-lost',
    path,
    network: several,
    async act(page) {
      await page.getByText(/^Last seen 4 min ago/).waitFor();
      await losing.get(page)?.();
    },
    shows: text(/^Connection lost\. What you see may be out of date/),
  },
  { name: 'live-crowd', path, network: crowd(null), shows: text('30 of 30 sharing, nearest first.') },
  {
    name: 'live-nobody',
    path,
    network: answer(running({ friends: [], meeting_point: null })),
    shows: text('None of your friends are taking part yet'),
  },
  {
    name: 'live-location-blocked',
    path,
    network: answer(running()),
    act: press('Use my location'),
    shows: text('Location is blocked for this site'),
  },
  {
    name: 'live-consent',
    path,
    network: answer(running()),
    act: press('Share where I am'),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'live-meeting-point',
    path,
    network: answer(running()),
    async act(page) {
      await press('Change')(page);
      await press('Replace')(page);
    },
    shows: text(MEETING_POINT_TEXTS.noMeetingPoint),
  },
  {
    name: 'live-no-map',
    path,
    async network(page) {
      await answer(running())(page);
      await failing('**/static/js/live-map-*')(page);
    },
    shows: text('The map did not load'),
  },
  {
    name: 'live-before',
    path,
    network: answer(running({}, { start_time: inHours(20), end_time: inHours(24) })),
    shows: text(/^You and your friends can share your locations from/),
  },
  {
    name: 'live-ended',
    path,
    network: answer(running({}, { start_time: inHours(-4), end_time: inHours(-1) })),
    shows: text('This event has ended'),
  },
  {
    name: 'live-cancelled',
    path,
    network: answer(running({}, { is_cancelled: true })),
    shows: text('This event was cancelled'),
  },
  {
    name: 'live-refused',
    path,
    network: (page) =>
      page.route(LIVE, (route) =>
        route.fulfill({
          status: 403,
          json: { error: { code: 'forbidden', message: LIVE_TEXTS.notParticipant } },
        }),
      ),
    shows: text(LIVE_TEXTS.notParticipant),
  },
  { name: 'live-missing', path: '/event/987654321/live', shows: text('Event Not Found') },
  { name: 'live-loading', path, network: neverAnswering(LIVE), shows: text('Loading live map...') },
  { name: 'live-failed', path, network: failing(LIVE), shows: text('Could not load') },
  { name: 'sharing', path: '/contacts', network: isSharing(true), shows: bar },
  {
    name: 'sharing-elsewhere',
    path,
    async network(page) {
      await isSharing(false)(page);
      await answer(running({ sharing: sharing(false) }))(page);
    },
    shows: text('Share from this device'),
  },
];
