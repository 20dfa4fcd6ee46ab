import { LIVE_MESSAGES, type LivePage, type Sharing } from '@hereabouts/contract/live';
import type { Page } from 'playwright-core';
import { answering, failing, neverAnswering } from './answering.ts';
import type { Known, Screen } from './screens.ts';

const LIVE = '**/api/events/*/live';
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const person = (id: number, name: string) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
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

const sharing = (isHere: boolean): Sharing => ({
  event: { id: 1, title: TITLE },
  started_at: inHours(-0.2),
  until: inHours(3),
  friend_count: 4,
  is_this_device: isHere,
});

const path = ({ own }: Known) => `/event/${own}/live`;
const text = (words: string | RegExp) => (page: Page) => page.getByText(words);
const answer = (page: LivePage) => answering(LIVE, page);
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Sharing where you are' });
const isSharing = (isHere: boolean) => (page: Page) =>
  answering('**/api/me/sharing', { sharing: [sharing(isHere)], now: new Date().toISOString() })(page);

/** The live page in its states, and the bar of whoever shares (LIVE-03). */
export const LIVE_SCREENS: readonly Screen[] = [
  { name: 'live', path, network: answer(running()), shows: text('Sharing, no position yet') },
  {
    name: 'live-nobody',
    path,
    network: answer(running({ friends: [], meeting_point: null })),
    shows: text('None of your friends take part yet'),
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
    shows: text(LIVE_MESSAGES.noMeetingPoint),
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
    shows: text(/^You and your friends can share where you are from/),
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
          json: { error: { code: 'forbidden', message: LIVE_MESSAGES.notParticipant } },
        }),
      ),
    shows: text(LIVE_MESSAGES.notParticipant),
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
