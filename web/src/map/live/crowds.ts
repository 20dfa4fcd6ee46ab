import type { Placed } from './spread.ts';

type Pixel = Pick<Placed, 'x' | 'y'>;

/** Friends so dense that their avatars would cover each other and the map. */
export type Crowd = Placed & {
  memberIds: readonly string[];
};

/** Radius of a crowd, px. */
const CROWD_RADIUS_PX = 40;
/** Up to so many are drawn face beside face. */
export const FEW = 4;

/** Independent of the input order; a crowd's id is its first member's. @param keepId the selected friend, never in a crowd */
export function gather<T extends Placed>(
  places: readonly T[],
  keepId: string | null,
): { alone: T[]; crowds: Crowd[] } {
  const groups: { x: number; y: number; members: T[] }[] = [];
  for (const place of places.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (place.id === keepId) continue;
    const nearest = nearestTo(place, groups);
    if (nearest === null || distancePx(nearest, place) > CROWD_RADIUS_PX) {
      groups.push({ x: place.x, y: place.y, members: [place] });
      continue;
    }
    nearest.members.push(place);
    nearest.x += (place.x - nearest.x) / nearest.members.length;
    nearest.y += (place.y - nearest.y) / nearest.members.length;
  }
  const large = groups.filter(({ members }) => members.length > FEW);
  const lost = new Set(large.flatMap(({ members }) => members.map(({ id }) => id)));
  return {
    alone: places.filter(({ id }) => !lost.has(id)),
    crowds: large.map(({ x, y, members }) => {
      const ids = new Set(members.map(({ id }) => id));
      const memberIds = places.filter(({ id }) => ids.has(id)).map(({ id }) => id);
      return { id: `crowd ${members[0]?.id}`, x, y, memberIds };
    }),
  };
}

const distancePx = (one: Pixel, other: Pixel): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Of two as near, the first. */
function nearestTo<T extends Pixel>(place: Pixel, groups: readonly T[]): T | null {
  let nearest: T | null = null;
  let leastPx = Infinity;
  for (const group of groups) {
    const px = distancePx(group, place);
    if (px < leastPx) [nearest, leastPx] = [group, px];
  }
  return nearest;
}
