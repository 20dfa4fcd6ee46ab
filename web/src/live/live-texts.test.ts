import { expect, test } from 'vitest';
import { destination } from '#web/lib/geo/geodesy.ts';
import { bearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveFriend } from './live-friends.ts';
import { listFriends } from './friend-order.ts';
import { agoText, friendsCount, heldText, stateText, untilText, wayText } from './live-texts.ts';

const NOW = Date.parse('2026-06-20T20:00:00Z');
const OWN = {
  latitude: 49.18,
  longitude: -2.1,
  accuracyM: 5,
  speedMps: null,
  courseDeg: null,
  takenAtMs: NOW,
};
const friend = (name: string, metres: number | null, changes: Partial<LiveFriend> = {}): LiveFriend => ({
  user: { id: name.toLowerCase(), name, image: null },
  isSharing: true,
  state: 'live',
  isHeard: true,
  position:
    metres === null
      ? null
      : { ...destination(OWN, 40, metres), accuracyM: 10, fixedAtMs: NOW, contactAtMs: NOW },
  ...changes,
});

test('LIVE-06 a distance is said with its accuracy and the direction', () => {
  const to = (metres: number, accuracyM: number) =>
    wayText(bearingAndDistance(OWN, { ...destination(OWN, 40, metres), accuracyM }));
  expect(to(120, 10)).toBe('120 m ± 15 m, north-east');
  expect(to(1_240, 10)).toBe('1.2 km ± 15 m, north-east');
  expect(to(3_000, 700)).toBe('3 km ± 710 m, north-east');
  expect(to(10, 10)).toBe('within 15 m');
  expect(
    wayText(bearingAndDistance({ ...OWN, accuracyM: 2 }, { ...destination(OWN, 180, 8), accuracyM: 1 })),
  ).toBe('under 10 m ± 5 m, south');
});

test('LIVE-06 a pin has no accuracy', () => {
  expect(wayText(bearingAndDistance(OWN, { ...destination(OWN, 270, 60), accuracyM: 0 }))).toBe(
    '60 m ± 5 m, west',
  );
});

test('LIVE-05 an age is shown in whole minutes, then hours', () => {
  expect([59_999, 60_000, 3_599_000, 3_600_000, 7_300_000].map(agoText)).toEqual([
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '2 h ago',
  ]);
});

test('LIVE-11 the sharer sees the position the server holds, not the page’s own fix', () => {
  expect(heldText(null, NOW)).toBe('Your friends can see that you are sharing, but not where you are yet.');
  expect(heldText(NOW - 59_999, NOW)).toBe('Your friends see where you are.');
  expect(heldText(NOW - 300_000, NOW)).toBe('Your friends see where you were 5 min ago.');
});

test('LIVE-06 LIVE-12 every state has its words', () => {
  const [fixedAtMs, contactAtMs] = [NOW - 200_000, NOW - 70_000];
  const position = { latitude: 49, longitude: -2, accuracyM: 10, fixedAtMs, contactAtMs };
  const words = (changes: Partial<LiveFriend>) => stateText(friend('Ann', 5, changes), NOW);
  expect(words({})).toBe('Live');
  expect(words({ position })).toBe('Live, location 3 min old');
  expect(words({ state: 'approximate' })).toBe('Approximate');
  expect(words({ state: 'last_seen', position })).toBe('Last seen 3 min ago');
  expect(words({ state: 'last_seen', position: null })).toBe('Sharing, no location yet');
  expect(words({ state: 'last_seen', position: null, isHeard: false })).toBe('Sharing, connecting...');
  expect(words({ state: 'not_sharing', position: null, isSharing: false })).toBe('Not sharing');
  expect([0, 1, 2].map(friendsCount)).toEqual(['0 friends', '1 friend', '2 friends']);
});

test('LIVE-06 nearest first, then those without a place, last those who do not share, each by name', () => {
  const friends = [
    friend('Zoë', null, { isSharing: false, state: 'not_sharing' }),
    friend('Émile', null, { isSharing: false, state: 'not_sharing' }),
    friend('Mo', null, { state: 'last_seen' }),
    friend('Far', 900),
    friend('Near', 30),
  ];
  const names = (own: Parameters<typeof listFriends>[1]) =>
    listFriends(friends, own).map(({ user }) => user.name);
  expect(names({ status: 'found', fix: OWN })).toEqual(['Near', 'Far', 'Mo', 'Émile', 'Zoë']);
  expect(names({ status: 'unasked', fix: null })).toEqual(['Far', 'Mo', 'Near', 'Émile', 'Zoë']);
  // Nobody is near or far from where the viewer was last.
  expect(names({ status: 'searching', fix: OWN })).toEqual(['Far', 'Mo', 'Near', 'Émile', 'Zoë']);
});

test('LIVE-01 how long it is until the event begins, by whole minutes that have begun', () => {
  const MINUTE_MS = 60_000;
  const texts = [0, 1, 59, 60, 61, 20 * 60 + 30, 24 * 60, 51 * 60 + 5].map((minutes) =>
    untilText(minutes * MINUTE_MS),
  );
  expect(texts).toEqual([
    '1 min',
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '20 h 30 min',
    '1 day',
    '2 days 3 h',
  ]);
  expect(untilText(MINUTE_MS + 1)).toBe('2 min');
});
