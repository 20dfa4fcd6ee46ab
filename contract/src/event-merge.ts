import type { EventInput } from './events.ts';

type Values = Omit<EventInput, 'invitee_ids'>;

/** Fields merged as one: a place's name without its point would be another place. */
export const EVENT_FIELD_GROUPS = {
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
export type FieldGroup = keyof typeof EVENT_FIELD_GROUPS;
const GROUPS = Object.keys(EVENT_FIELD_GROUPS) as FieldGroup[];

/** Merges two edits of an event (EVF-23). @param base what `yours` started from @param theirs the stored values
 * @returns merged `values`, and as `conflicts` the field groups both changed differently, where `values` has yours */
export function mergeEvent(
  base: Values,
  yours: Values,
  theirs: Values,
): { values: Values; conflicts: FieldGroup[] } {
  const isSame = (group: FieldGroup, a: Values, b: Values) =>
    EVENT_FIELD_GROUPS[group].every((key) => normalised(key, a[key]) === normalised(key, b[key]));
  const values = takeFieldGroups(
    yours,
    theirs,
    GROUPS.filter((group) => isSame(group, base, yours)),
  );
  const conflicts = GROUPS.filter(
    (group) => !isSame(group, base, yours) && !isSame(group, base, theirs) && !isSame(group, yours, theirs),
  );
  // One side moved the start, the other the end, each valid alone.
  if (isReversed(values) && !isReversed(yours) && !isReversed(theirs)) {
    const times = (['start_time', 'end_time'] as const).filter((group) => !isSame(group, yours, theirs));
    return {
      values,
      conflicts: GROUPS.filter((group) => conflicts.includes(group) || times.some((time) => time === group)),
    };
  }
  return { values, conflicts };
}

/** `into` with the fields of these groups taken from `from`. */
export function takeFieldGroups<V extends Values>(into: V, from: Values, groups: readonly FieldGroup[]): V {
  const keys = groups.flatMap((group) => [...EVENT_FIELD_GROUPS[group]]);
  return { ...into, ...Object.fromEntries(keys.map((key) => [key, from[key]])) };
}

/** Removes only guests in `base` missing in `yours`, so that guests added meanwhile stay (EVF-15). */
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
