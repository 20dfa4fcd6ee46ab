import { MINUTE_MS } from '@hereabouts/contract/durations';
import { LIVE_STALE_AFTER_MS } from '@hereabouts/contract/live';
import { compassWord, formatDistance } from '#web/lib/geo/geodesy.ts';
import { accuracyText, type BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import * as texts from '#web/texts/live.tsx';
import type { LiveFriend } from './live-friends.ts';

export const friendsCount = (count: number): string => `${count} ${count === 1 ? 'friend' : 'friends'}`;

/** Browsers give hidden pages and locked devices no position (LIVE-13). */
export const WHEN_IT_WORKS = texts.worksWhilePageIsOn;

/** "1 min ago", "2 h ago", rounded down. */
export const agoText = (ageMs: number): string =>
  ageMs < MINUTE_MS ? texts.justNow : texts.timeAgo(ageText(ageMs));

/** "1 min", "2 h", from a minute on. */
function ageText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  return minutes < 60 ? texts.durationMinutes(minutes) : `${Math.floor(minutes / 60)} h`;
}

/** "2 days 3 h", "20 h 30 min", rounded up, so that it is never none. */
export function untilText(ms: number): string {
  const all = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const [days, hours, minutes] = [Math.floor(all / 1_440), Math.floor(all / 60) % 24, all % 60];
  const parts = [
    days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours > 0 && `${hours} h`,
    days === 0 && minutes > 0 && texts.durationMinutes(minutes),
  ];
  return parts.filter(Boolean).join(' ');
}

/** For the sharer: the position the server holds (LIVE-11); `fixedAtMs` null: none. */
export function heldText(fixedAtMs: number | null, nowMs: number): string {
  if (fixedAtMs === null) return texts.friendsSeeThatYouShare;
  const ageMs = nowMs - fixedAtMs;
  return ageMs < LIVE_STALE_AFTER_MS
    ? texts.friendsSeeWhereYouAre
    : texts.friendsSeeWhereYouWere(agoText(ageMs));
}

/** How current a friend's position is. Source: LIVE-05, LIVE-06. */
export function stateText({ state, position, isHeard }: LiveFriend, nowMs: number): string {
  switch (state) {
    case 'live':
      return position && nowMs - position.fixedAtMs >= LIVE_STALE_AFTER_MS
        ? texts.livePositionOld(ageText(nowMs - position.fixedAtMs))
        : 'Live';
    case 'approximate':
      return 'Approximate';
    case 'last_seen':
      if (position) return texts.lastSeenAgo(agoText(nowMs - position.fixedAtMs));
      return isHeard ? texts.sharingNoPositionYet : texts.sharingConnecting;
    case 'not_sharing':
      return texts.notSharing;
  }
}

/** "120 m" and "± 15 m, north-east"; one of them, without a direction, where the two may be at the same place. */
export function wayParts({ distanceM, combinedM, bearingDeg }: BearingAndDistance): {
  distance: string | null;
  rest: string;
} {
  if (distanceM <= combinedM) return { distance: null, rest: texts.withinAccuracy(accuracyText(combinedM)) };
  return {
    distance: formatDistance(distanceM),
    rest: `± ${accuracyText(combinedM)}, ${compassWord(bearingDeg)}`,
  };
}

/** "120 m ± 15 m, north-east". */
export function wayText(way: BearingAndDistance): string {
  const { distance, rest } = wayParts(way);
  return distance === null ? rest : `${distance} ${rest}`;
}
