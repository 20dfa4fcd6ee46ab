import { compassWord, formatDistance } from '#web/lib/geo.ts';
import { accuracyText, type Way } from '#web/lib/way.ts';
import type { LiveFriend } from './friends.ts';

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

/** "about 120 m ± 15 m, north-east"; without a direction where the two may be at the same place. */
export function wayText({ distanceM, combinedM, bearingDeg }: Way): string {
  if (distanceM <= combinedM) return `within about ${accuracyText(combinedM)}`;
  const far = formatDistance(distanceM);
  const about = far.startsWith('under') ? far : `about ${far}`;
  return `${about} ± ${accuracyText(combinedM)}, ${compassWord(bearingDeg)}`;
}
