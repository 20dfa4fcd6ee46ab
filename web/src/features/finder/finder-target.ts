import { personName } from '@hereabouts/contract/users';
import type { Spot } from '#web/lib/geo/bearing-and-distance.ts';
import type { FriendState } from '#web/live/live-friends.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { agoText } from '#web/live/live-texts.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';

/** In place of a friend's id, in the finder's address. */
export const MEETING_POINT = 'meeting-point';

export type FinderTarget = {
  id: string;
  name: string;
  image?: string | null;
  /** Null where nothing is known of the place. */
  spot: Spot | null;
  state: FriendState | 'pin';
  /** On the server's clock; null for what does not move. */
  fixedAtMs: number | null;
};

export function listTargets({
  friends,
  meetingPoint,
}: Pick<LiveEvent, 'friends' | 'meetingPoint'>): FinderTarget[] {
  const people = friends.map(({ user, position, state }) => ({
    id: user.id,
    name: personName(user),
    image: user.image,
    spot: position,
    state,
    fixedAtMs: position?.fixedAtMs ?? null,
  }));
  if (meetingPoint === null) return people;
  const { name, latitude, longitude } = meetingPoint;
  const spot = { latitude, longitude, accuracyM: 0 };
  return [...people, { id: MEETING_POINT, name, spot, state: 'pin', fixedAtMs: null }];
}

/** "just now", "12 s ago", "3 min ago". */
export function agoTextInSeconds(ageMs: number): string {
  const seconds = Math.floor(Math.max(ageMs, 0) / 1_000);
  if (seconds < 3) return texts.justNow;
  return seconds < 60 ? texts.secondsAgo(seconds) : agoText(ageMs);
}

export function freshnessText({ state, fixedAtMs }: FinderTarget, nowMs: number): string {
  if (fixedAtMs === null) return state === 'pin' ? recurring.meetingPoint : '';
  const age = agoTextInSeconds(nowMs - fixedAtMs);
  if (state === 'last_seen') return texts.lastSeenAge(age);
  return state === 'approximate' ? texts.approximateAge(age) : age[0]!.toUpperCase() + age.slice(1);
}
