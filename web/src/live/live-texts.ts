import { MINUTE_MS } from '@hereabouts/contract/durations';
import { LIVE_STALE_AFTER_MS } from '@hereabouts/contract/live';
import { compassWord, formatDistance } from '#web/lib/geo/geodesy.ts';
import { accuracyText, type BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveFriend } from './live-friends.ts';

/** "1 friend", "3 friends". */
export const friendsCount = (count: number): string => `${count} ${count === 1 ? 'friend' : 'friends'}`;

/** Browsers give hidden pages and locked devices no position (LIVE-13). */
export const WHEN_IT_WORKS =
  'Works while this page is on screen. With your phone locked, friends see your last place and how old it is.';

/** "1 min ago", "2 h ago": whole ones that have passed. */
export const agoText = (ageMs: number): string => (ageMs < MINUTE_MS ? 'just now' : `${ageText(ageMs)} ago`);

/** "1 min", "2 h", from a minute on. */
function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** For the sharer: the position the server holds (LIVE-11); `fixedAtMs` null: none. */
export function heldText(fixedAtMs: number | null, nowMs: number, accuracyM: number | null): string {
  if (fixedAtMs === null) return 'Your friends see that you share, but not yet where you are.';
  const ageMs = nowMs - fixedAtMs;
  if (ageMs >= LIVE_STALE_AFTER_MS) return `Your friends see where you were ${agoText(ageMs)}.`;
  const within = accuracyM === null ? '' : `, within ${accuracyText(accuracyM)}`;
  return `Your friends see where you are${within}.`;
}

/** How current a friend's position is. Source: LIVE-05, LIVE-06. */
export function stateText({ state, position, isHeard }: LiveFriend, nowMs: number): string {
  switch (state) {
    case 'live':
      return position && nowMs - position.fixedAtMs >= LIVE_STALE_AFTER_MS
        ? `Live, position ${ageText(nowMs - position.fixedAtMs)} old`
        : 'Live';
    case 'approximate':
      return 'Approximate';
    case 'last_seen':
      if (position) return `Last seen ${agoText(nowMs - position.fixedAtMs)}`;
      return isHeard ? 'Sharing, no position yet' : 'Sharing, connecting...';
    case 'not_sharing':
      return 'Not sharing';
  }
}

/** "120 m ± 15 m, north-east"; without a direction where the two may be at the same place. */
export function wayText({ distanceM, combinedM, bearingDeg }: BearingAndDistance): string {
  if (distanceM <= combinedM) return `within ${accuracyText(combinedM)}`;
  return `${formatDistance(distanceM)} ± ${accuracyText(combinedM)}, ${compassWord(bearingDeg)}`;
}
