import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { mergeEvent, mergeGuests } from '@hereabouts/contract/event-merge';
import { firstEventProblem } from '@hereabouts/contract/event-problems';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { CompleteEventInput, EventInput, EventSubstance } from '@hereabouts/contract/events';
import { isRunning, type Times as EventTimes } from '#server/access/event-times.ts';
import type { HeldEvent } from '#server/event-holds.ts';
import { HttpError } from '#server/http/errors.ts';

/** ISO text up to the minute: the precision of the form (EVF-02). */
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
export const sameMinute = (a: string, b: string): boolean =>
  a.slice(0, MINUTE_LENGTH) === b.slice(0, MINUTE_LENGTH);

type Times = Pick<EventTimes, 'start_time' | 'end_time'>;

/** The times of an ended event, with the seconds a form truncates; null if they would change (EVF-18). */
export const keptTimes = (wanted: Times, { start_time, end_time }: Times): Times | null =>
  sameMinute(wanted.start_time, start_time) && sameMinute(wanted.end_time, end_time)
    ? { start_time, end_time }
    : null;

/** Whether an event would end earlier than it does, and so soon that its creator could hardly undo it: what has ended cannot be
 * changed, and only they cancel (HOST-02). */
const endsSoon = (wanted: Times, before: Times, nowMs: number): boolean =>
  !sameMinute(wanted.end_time, before.end_time) &&
  Date.parse(wanted.end_time) < Math.min(Date.parse(before.end_time), nowMs + HOUR_MS);

/** Why a co-host may not make a change (HOST-02), or null: a running event neither ends early nor pauses, by a later start, by
 * resetting answers, or by an edit that removes guests. Removing one of them is never refused. */
export function coHostRefusal(
  before: EventTimes,
  wanted: Times,
  { askedAgain, removes, nowMs }: { askedAgain: boolean; removes: boolean; nowMs: number },
): string | null {
  if (endsSoon(wanted, before, nowMs)) return CO_HOST_TEXTS.mayNotEnd;
  if (!isRunning(before, nowMs)) return null;
  if (askedAgain || Date.parse(wanted.start_time) > nowMs) return CO_HOST_TEXTS.mayNotInterrupt;
  return removes ? CO_HOST_TEXTS.mayNotRemoveByEdit : null;
}

/** Title, description, place, point and times; not the picture or the privacy (NOTE-01). */
export const isNewsToGuests = (before: EventSubstance, after: EventSubstance): boolean =>
  !sameMinute(before.start_time, after.start_time) ||
  !sameMinute(before.end_time, after.end_time) ||
  (
    [
      'title',
      'description',
      'location_name',
      'location_address',
      'location_latitude',
      'location_longitude',
    ] as const
  ).some((field) => before[field] !== after[field]);

type Settings = {
  image: string | null;
  is_private: boolean;
  places?: number | null | undefined;
  bring_max?: number | undefined;
};

export const isSameEvent = (before: EventSubstance & Settings, after: EventSubstance & Settings): boolean =>
  !isNewsToGuests(before, after) &&
  (['start_time', 'end_time', 'image', 'is_private', 'places', 'bring_max'] as const).every(
    (field) => before[field] === after[field],
  );

type ChosenList = {
  invited: ReadonlySet<string>;
  /** Of them, whom the editor does not see: not theirs to remove, and answered like anybody who is not on the list. */
  hidden: ReadonlySet<string>;
  /** The list that the editor started from. */
  base: Iterable<string> | undefined;
  chosen: Iterable<string>;
};

/** What an edit does to the list of guests. */
export function guestChanges({ invited, hidden, base, chosen }: ChosenList) {
  const shown = invited.difference(hidden);
  const merged = mergeGuests(base ?? shown, chosen, shown);
  const wanted = merged.union(hidden);
  return {
    wanted,
    added: merged.difference(shown),
    removed: [...invited.difference(wanted)],
    kept: [...invited.intersection(wanted)],
  };
}

/** Rows and index entries of an event, and of each guest. */
const EVENT_CHARS = 1_000;
const GUEST_CHARS = 100;

/** What a new event takes of the room that new accounts share. */
export const storedChars = ({
  title,
  description,
  location_name,
  location_address,
  invitee_ids,
}: Pick<EventSubstance, 'title' | 'description' | 'location_name' | 'location_address'> & {
  invitee_ids: readonly string[];
}): number =>
  EVENT_CHARS +
  GUEST_CHARS * invitee_ids.length +
  [title, description, location_name, location_address].reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** With its times in UTC. @throws HttpError `invalid` with the form's first problem (EVF-11) */
export function completeInput<I extends EventInput>(input: I): I & CompleteEventInput {
  const problem = firstEventProblem(input);
  if (problem !== null) throw new HttpError('invalid', problem);
  const complete = input as I & CompleteEventInput;
  return {
    ...complete,
    start_time: new Date(complete.start_time).toISOString(),
    end_time: new Date(complete.end_time).toISOString(),
  };
}

/** @throws HttpError `conflict`, naming the fields that both changed since `base` (EVF-23) */
export function mergedWith(event: HeldEvent, input: EventInput, base: EventInput | undefined): EventInput {
  const complete = <V extends Pick<EventInput, 'places' | 'bring_max'>>(given: V): V => ({
    ...given,
    places: given.places === undefined ? event.places : given.places,
    bring_max: given.bring_max ?? event.bring_max,
  });
  const { values, conflicts } = mergeEvent(complete(base ?? event), complete(input), event);
  if (conflicts.length === 0) return { ...input, ...values };
  const fields = Object.fromEntries(conflicts.map((part) => [part, EVENT_TEXTS.changedMeanwhile]));
  throw new HttpError('conflict', EVENT_TEXTS.changedMeanwhile, fields);
}
