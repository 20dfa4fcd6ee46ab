import type { EventInput } from './events.ts';

type Values = Omit<EventInput, 'invitee_ids'>;

/** Fields merged as one: a place's name without its point would be another place. */
export const EVENT_PARTS = {
  title: ['title'],
  description: ['description'],
  start_time: ['start_time'],
  end_time: ['end_time'],
  location: ['location_name', 'location_address', 'location_latitude', 'location_longitude'],
  image: ['image'],
  is_private: ['is_private'],
  places: ['places'],
  bring_max: ['bring_max'],
} as const satisfies Record<string, readonly (keyof Values)[]>;
export type EventPart = keyof typeof EVENT_PARTS;
const PARTS = Object.keys(EVENT_PARTS) as EventPart[];

/** Merges two edits of an event (EVF-23). @param base what `yours` started from @param theirs the stored values
 * @returns merged `values`, and as `conflicts` the parts both changed differently, where `values` has yours */
export function mergeEvent(
  base: Values,
  yours: Values,
  theirs: Values,
): { values: Values; conflicts: EventPart[] } {
  const isSame = (part: EventPart, a: Values, b: Values) =>
    EVENT_PARTS[part].every((key) => normalised(key, a[key]) === normalised(key, b[key]));
  const values = takeParts(
    yours,
    theirs,
    PARTS.filter((part) => isSame(part, base, yours)),
  );
  const conflicts = PARTS.filter(
    (part) => !isSame(part, base, yours) && !isSame(part, base, theirs) && !isSame(part, yours, theirs),
  );
  // One side moved the start, the other the end, each valid alone.
  if (isReversed(values) && !isReversed(yours) && !isReversed(theirs)) {
    const times = (['start_time', 'end_time'] as const).filter((part) => !isSame(part, yours, theirs));
    return {
      values,
      conflicts: PARTS.filter((part) => conflicts.includes(part) || times.some((time) => time === part)),
    };
  }
  return { values, conflicts };
}

/** `into` with the fields of these parts taken from `from`. */
export function takeParts<V extends Values>(into: V, from: Values, parts: readonly EventPart[]): V {
  const keys = parts.flatMap((part) => [...EVENT_PARTS[part]]);
  return { ...into, ...Object.fromEntries(keys.map((key) => [key, from[key]])) };
}

/** Removes only guests in `base` who are missing in `yours`, so that guests added meanwhile stay (EVF-15). */
export function mergeGuests(
  base: Iterable<string>,
  yours: Iterable<string>,
  theirs: Iterable<string>,
): Set<string> {
  const [before, chosen] = [new Set(base), new Set(yours)];
  return new Set(theirs).difference(before.difference(chosen)).union(chosen.difference(before));
}

const isReversed = ({ start_time, end_time }: Values): boolean =>
  start_time !== null && end_time !== null && Date.parse(end_time) <= Date.parse(start_time);

function normalised(key: keyof Values, value: Values[keyof Values]): Values[keyof Values] {
  if (typeof value !== 'string') return value;
  return key === 'start_time' || key === 'end_time' ? Date.parse(value) : value.trim();
}
