import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { mergeEvent, mergeGuests } from '@hereabouts/contract/event-merge';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { hasEnded } from '@hereabouts/contract/event-times';
import type {
  CompleteEventInput,
  EventInput,
  EventSubstance,
  EventUpdate,
} from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { isCreator } from '#server/access/event-roles.ts';
import { isRunning, type Times as EventTimes } from '#server/access/event-times.ts';
import { ended, type HeldEvent } from '#server/events/event-access.ts';
import { HttpError } from '#server/http/errors.ts';
import { completeInput } from './policy.ts';

type Viewer = { userId: string };
type ListedGuest = { user_id: string; status: InviteStatus; is_co_host: boolean; is_waiting: boolean };

type GuestChanges = {
  wanted: ReadonlySet<string>;
  added: ReadonlySet<string>;
  removed: readonly string[];
  kept: readonly string[];
};

/** Guest lists are without the creator. */
export type EditPlan = GuestChanges & {
  values: CompleteEventInput;
  /** The event had ended before the edit. */
  isEnded: boolean;
  /** Answers of kept guests become pending (EVF-15). */
  resetsAnswers: boolean;
  hasAnswersToReset: boolean;
  /** Nothing but a removal of guests and making the event private. */
  onlyTakesBack: boolean;
  changesNothing: boolean;
};

/** Merges an edit with concurrent changes (EVF-23). `hidden`: guests whom the editor does not see. `accountFor`: what an
 * anonymous account has become since (GUEST-04). `withdrawnIds`: for a retry of the creation, which removes nobody else. @throws HttpError `conflict`
 * where both changed the same, `invalid` */
export function planEdit({
  event,
  guests,
  hidden,
  input,
  nowMs,
  accountFor,
  withdrawnIds = null,
}: {
  event: HeldEvent;
  guests: readonly ListedGuest[];
  hidden: ReadonlySet<string>;
  input: EventUpdate;
  nowMs: number;
  accountFor: (id: string) => string;
  withdrawnIds?: readonly string[] | null;
}): EditPlan {
  const { base } = input;
  const values = completeInput(mergedWith(event, input, base));
  const invited = new Set(guests.map(({ user_id }) => user_id));
  const changes = guestChanges({
    invited,
    hidden,
    // Whoever is chosen in a retry may have been missing from what was stored.
    base:
      withdrawnIds === null
        ? base?.invitee_ids
        : new Set(withdrawnIds).difference(new Set(values.invitee_ids)),
    chosen: values.invitee_ids,
    accountFor,
  });
  const { wanted, added } = changes;
  const isEnded = hasEnded(event, nowMs);
  const resetsAnswers = !input.keep_answers && !isEnded;
  const hasAnswersToReset =
    resetsAnswers && guests.some((guest) => wanted.has(guest.user_id) && hasAnswered(guest));
  const becomesPrivate = values.is_private && !event.is_private;
  const isSameBesides = isSameEvent(event, { ...values, ...(becomesPrivate && { is_private: false }) });
  const onlyTakesBack = added.size === 0 && !hasAnswersToReset && isSameBesides;
  const changesNothing = onlyTakesBack && !becomesPrivate && changes.removed.length === 0;
  return { ...changes, values, isEnded, resetsAnswers, hasAnswersToReset, onlyTakesBack, changesNothing };
}

/** Waiting for a place counts as an answer. */
const hasAnswered = ({ status, is_waiting }: ListedGuest): boolean => status !== 'pending' || is_waiting;

/** @throws HttpError `invalid` over the limit of guests, `forbidden` for a co-host who removes one (HOST-02), `event_ended` for
 * new guests after the end (INV-07) */
export function requireAllowedList(
  viewer: Viewer,
  event: HeldEvent,
  guests: readonly ListedGuest[],
  { wanted, added, isEnded }: EditPlan,
): void {
  if (added.size > 0 && wanted.size > EVENT_INVITES_MAX) {
    throw new HttpError('invalid', EVENT_TEXTS.tooManyInvites);
  }
  const losesHost = guests.some((guest) => guest.is_co_host && !wanted.has(guest.user_id));
  if (losesHost && !isCreator(viewer, event)) throw new HttpError('forbidden', CO_HOST_TEXTS.mayNotRemove);
  if (isEnded && added.size > 0) throw ended();
}

/** The times after the edit. @throws HttpError `event_ended` for new times after the end (EVF-18), `forbidden` for what a co-host
 * may not change (HOST-02) */
export function allowedTimes(
  viewer: Viewer,
  event: HeldEvent,
  { values, isEnded, hasAnswersToReset, removed }: EditPlan,
  nowMs: number,
): Times {
  const times = isEnded ? keptTimes(values, event) : values;
  if (times === null) throw new HttpError('event_ended', EVENT_TEXTS.endedTimes);
  if (isEnded || isCreator(viewer, event)) return times;
  const refusal = coHostRefusal(event, times, { hasAnswersToReset, removes: removed.length > 0, nowMs });
  if (refusal !== null) throw new HttpError('forbidden', refusal);
  return times;
}

/** Guests whose answer was reset and, if it is news, all who have not declined and the creator. Nobody after the end. */
export function notifiedOfEdit(
  event: HeldEvent,
  guests: readonly ListedGuest[],
  { values, kept, isEnded }: EditPlan,
  reset: readonly string[],
): ReadonlySet<string> {
  if (isEnded) return new Set();
  const declined = guests.filter(({ status }) => status === 'declined').map(({ user_id }) => user_id);
  const affectedIds = isNewsToGuests(event, values) ? [event.created_by, ...kept] : [];
  return new Set(affectedIds).difference(new Set(declined)).union(new Set(reset));
}

/** The form's precision is a minute (EVF-02). */
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const sameMinute = (a: string, b: string): boolean => a.slice(0, MINUTE_LENGTH) === b.slice(0, MINUTE_LENGTH);

type Times = Pick<EventTimes, 'start_time' | 'end_time'>;

/** With the seconds that a form truncates; null if the times would change (EVF-18). */
const keptTimes = (wanted: Times, { start_time, end_time }: Times): Times | null =>
  sameMinute(wanted.start_time, start_time) && sameMinute(wanted.end_time, end_time)
    ? { start_time, end_time }
    : null;

/** Ends the event early, which the creator could hardly undo: an ended event cannot be changed. Only the creator may cancel
 * (HOST-02). */
const endsSoon = (wanted: Times, before: Times, nowMs: number): boolean =>
  !sameMinute(wanted.end_time, before.end_time) &&
  Date.parse(wanted.end_time) < Math.min(Date.parse(before.end_time), nowMs + HOUR_MS);

/** Why a co-host may not make an edit (HOST-02), or null. An edit may not end the event early (`endsSoon`), nor interrupt a
 * running one or remove its guests; removing guests one by one on the guest list is no edit. */
function coHostRefusal(
  before: EventTimes,
  wanted: Times,
  { hasAnswersToReset, removes, nowMs }: { hasAnswersToReset: boolean; removes: boolean; nowMs: number },
): string | null {
  if (endsSoon(wanted, before, nowMs)) return CO_HOST_TEXTS.mayNotEnd;
  if (!isRunning(before, nowMs)) return null;
  if (hasAnswersToReset || Date.parse(wanted.start_time) > nowMs) return CO_HOST_TEXTS.mayNotInterrupt;
  return removes ? CO_HOST_TEXTS.mayNotRemoveByEdit : null;
}

/** The picture and the privacy do not count (NOTE-01). */
const isNewsToGuests = (before: EventSubstance, after: EventSubstance): boolean =>
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

const isSameEvent = (before: EventSubstance & Settings, after: EventSubstance & Settings): boolean =>
  !isNewsToGuests(before, after) &&
  (['start_time', 'end_time', 'image', 'is_private', 'places', 'bring_max'] as const).every(
    (field) => before[field] === after[field],
  );

type ChosenList = {
  invited: ReadonlySet<string>;
  /** An edit keeps them; adding one is answered like adding somebody who is no guest. */
  hidden: ReadonlySet<string>;
  base: Iterable<string> | undefined;
  chosen: Iterable<string>;
  accountFor: (id: string) => string;
};

function guestChanges({ invited, hidden, base, chosen, accountFor }: ChosenList): GuestChanges {
  const shown = invited.difference(hidden);
  const [before, after] = [new Set(base ?? shown), new Set(chosen)];
  const guestFor = (id: string) => (invited.has(accountFor(id)) ? accountFor(id) : id);
  const guestsOf = (ids: ReadonlySet<string>) => new Set([...ids].map(guestFor));
  // An account that was itself in the form keeps its place when an anonymous account merged into it is deselected.
  const deselected = guestsOf(before.difference(after)).difference(after);
  const merged = mergeGuests(deselected, guestsOf(after.difference(before)), shown);
  const wanted = merged.union(hidden);
  return {
    wanted,
    added: merged.difference(shown),
    removed: [...invited.difference(wanted)],
    kept: [...invited.intersection(wanted)],
  };
}

/** @throws HttpError `conflict`, naming the fields that both changed (EVF-23) */
function mergedWith(event: HeldEvent, input: EventInput, base: EventInput | undefined): EventInput {
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
