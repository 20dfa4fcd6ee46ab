import type { LiveFriend } from './friends.ts';
import { bearingDeg, compassWord, distanceM, formatDistance, type Point } from '#web/lib/geo.ts';

/** "1 friend", "3 friends". */
export const friendsCount = (count: number): string => `${count} ${count === 1 ? 'friend' : 'friends'}`;

const MINUTE_MS = 60_000;

/** "1 min ago", "2 h ago": whole ones that have passed. */
export function agoText(ageMs: number): string {
  const minutes = Math.floor(Math.max(ageMs, 0) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return `${Math.floor(minutes / 60)} h ago`;
}

/** What the list and the map say of how current a friend is. Source: LIVE-05, LIVE-06. */
export function stateText({ state, position }: LiveFriend, nowMs: number): string {
  switch (state) {
    case 'live':
      return 'Live';
    case 'approximate':
      return 'Approximate';
    case 'last_seen':
      return position ? `Last seen ${agoText(nowMs - position.fixedAtMs)}` : 'Sharing, no position yet';
    case 'not_sharing':
      return 'Not sharing';
  }
}

/** Rounded like a distance, upwards: never surer than the device is. */
export const accuracyText = (metres: number): string =>
  metres < 100
    ? `${Math.max(Math.ceil(metres / 5) * 5, 5)} m`
    : formatDistance(metres < 995 ? Math.ceil(metres / 10) * 10 : metres);

/** How far off `place` is and how sure that is, seen from where one stands. */
export type Way = { distanceM: number; accuracyM: number; bearingDeg: number };

export function wayTo(
  from: Point & { accuracyM: number },
  place: Point & { accuracyM?: number | undefined },
): Way {
  return {
    distanceM: distanceM(from, place),
    // Both may be off, at worst in opposite directions.
    accuracyM: from.accuracyM + (place.accuracyM ?? 0),
    bearingDeg: bearingDeg(from, place),
  };
}

/** "about 120 m ± 15 m, north-east"; without a direction where the two may be at the same place. */
export function wayText(way: Way): string {
  if (way.distanceM <= way.accuracyM) return `within about ${accuracyText(way.accuracyM)}`;
  const far = formatDistance(way.distanceM);
  const about = far.startsWith('under') ? far : `about ${far}`;
  return `${about} ± ${accuracyText(way.accuracyM)}, ${compassWord(way.bearingDeg)}`;
}
