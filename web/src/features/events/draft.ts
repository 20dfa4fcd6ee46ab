import { HOUR_MS } from '@hereabouts/contract/durations';
import type { EventDetail, EventInput } from '@hereabouts/contract/events';
import type { CoverName } from './covers.ts';
import { fromDateTimeInput, toDateTimeInput } from '#web/lib/time/dates.ts';

/** Times as their inputs hold them, cut to minutes. */
export type EventDraft = {
  title: string;
  description: string;
  start: string;
  end: string;
  /** Exact times that were not typed: inputs have neither seconds nor the offset of a repeated hour. */
  startAt: string | null;
  endAt: string | null;
  /** While `start` is incomplete, as it is being typed: the one before it. */
  lastStart?: string;
  placeName: string;
  placeAddress: string;
  point: { latitude: number; longitude: number } | null;
  image: string | null;
  /** A cover without an `image` is stored when the event is saved. */
  cover: CoverName | null;
  inviteeIds: readonly string[];
  isPrivate: boolean;
  /** As typed; empty for no limit (HOST-04). */
  places: string;
  /** How many each guest may bring along (HOST-03). */
  bringMax: number;
  /** Sent with a new event, so that saving it twice makes one; null for an event that exists. */
  key: string | null;
  /** How often the new event was sent. */
  attempts: number;
  /** Whoever was chosen when the new event was sent: it may be stored, and they invited. */
  sentInviteeIds: readonly string[];
};

export const EMPTY_DRAFT: EventDraft = {
  title: '',
  description: '',
  start: '',
  end: '',
  startAt: null,
  endAt: null,
  placeName: '',
  placeAddress: '',
  point: null,
  image: null,
  cover: null,
  inviteeIds: [],
  isPrivate: true,
  places: '',
  bringMax: 0,
  key: null,
  attempts: 0,
  sentInviteeIds: [],
};

export const DEFAULT_DURATION_MS = 2 * HOUR_MS;

export function draftOf(event: EventDetail): EventDraft {
  return {
    title: event.title,
    description: event.description,
    start: toDateTimeInput(event.start_time),
    end: toDateTimeInput(event.end_time),
    startAt: event.start_time,
    endAt: event.end_time,
    placeName: event.location_name,
    placeAddress: event.location_address,
    point: { latitude: event.location_latitude, longitude: event.location_longitude },
    image: event.image,
    cover: null,
    // A co-host removes no co-host, so these are not in their form (HOST-02).
    inviteeIds: event.invites
      .filter(({ is_co_host }) => !(event.is_co_host && is_co_host))
      .map(({ user }) => user.id),
    isPrivate: event.is_private,
    places: placesText(event.places),
    bringMax: event.bring_max,
    key: null,
    attempts: 0,
    sentInviteeIds: [],
  };
}

export function inputOf(draft: EventDraft): EventInput {
  return {
    title: draft.title,
    description: draft.description,
    image: draft.image,
    location_name: draft.placeName,
    location_address: draft.placeAddress,
    location_latitude: draft.point?.latitude ?? null,
    location_longitude: draft.point?.longitude ?? null,
    start_time: startOf(draft),
    end_time: endOf(draft),
    is_private: draft.isPrivate,
    places: draft.places.trim() === '' ? null : Number(draft.places),
    bring_max: draft.bringMax,
    invitee_ids: [...draft.inviteeIds],
  };
}

/** The draft as it is being sent once more. */
export const sentOnce = (draft: EventDraft, inviteeIds: readonly string[]): EventDraft => ({
  ...draft,
  inviteeIds,
  attempts: draft.attempts + 1,
  sentInviteeIds: [...new Set([...inviteeIds, ...draft.sentInviteeIds])],
});

/** A draft with the values of an input, its guests aside. */
export const withInput = (draft: EventDraft, input: Omit<EventInput, 'invitee_ids'>): EventDraft => ({
  ...draft,
  title: input.title,
  description: input.description,
  start: toDateTimeInput(input.start_time),
  end: toDateTimeInput(input.end_time),
  startAt: input.start_time,
  endAt: input.end_time,
  placeName: input.location_name,
  placeAddress: input.location_address,
  point:
    input.location_latitude === null || input.location_longitude === null
      ? null
      : { latitude: input.location_latitude, longitude: input.location_longitude },
  image: input.image,
  cover: input.image === draft.image ? draft.cover : null,
  isPrivate: input.is_private,
  places: placesText(input.places),
  bringMax: input.bring_max ?? 0,
});

const placesText = (places: number | null | undefined): string => (places == null ? '' : `${places}`);

type Times = Pick<EventDraft, 'start' | 'end' | 'startAt' | 'endAt'>;

/** The moments that a draft means, as ISO in UTC; null where a time is missing or incomplete. */
export const startOf = ({ start, startAt }: Times): string | null => startAt ?? fromDateTimeInput(start);
export const endOf = ({ end, endAt }: Times): string | null => endAt ?? fromDateTimeInput(end);

/** Keeps the duration, two hours without a start or an end. A time typed as in `base` means the exact time of `base`. */
export function withStart(
  { lastStart, ...draft }: EventDraft,
  start: string,
  base: Times = EMPTY_DRAFT,
): EventDraft {
  const next: EventDraft = { ...draft, start, startAt: start === base.start ? base.startAt : null };
  const [from, to, end] = [startOf(draft) ?? lastStart, startOf(next), endOf(draft)];
  if (to === null) return from === undefined ? next : { ...next, lastStart: from };
  const lasted =
    from !== undefined && end !== null ? Date.parse(end) - Date.parse(from) : DEFAULT_DURATION_MS;
  if (lasted <= 0) return next;
  const endAt = new Date(Date.parse(to) + lasted).toISOString();
  return { ...next, end: toDateTimeInput(endAt), endAt };
}

export const withEnd = (draft: EventDraft, end: string, base: Times = EMPTY_DRAFT): EventDraft => ({
  ...draft,
  end,
  endAt: end === base.end ? base.endAt : null,
});

export const withTimesOf = (draft: EventDraft, { start, end, startAt, endAt }: Times): EventDraft => ({
  ...draft,
  start,
  end,
  startAt,
  endAt,
});

/** Shows a time that the clocks skip, which stands for a later one, as that one. */
export function withExistingTimes(draft: EventDraft): EventDraft {
  const [start, end] = [startOf(draft), endOf(draft)];
  return {
    ...draft,
    start: start === null ? draft.start : toDateTimeInput(start),
    end: end === null ? draft.end : toDateTimeInput(end),
  };
}

/** As shown in another time zone than it was typed in: exact times are the same moments there, typed ones the same hours, and so
 * is the end that followed a typed start. */
export function inZone(draft: EventDraft, zone: string): EventDraft {
  const { startAt } = draft;
  const endAt = startAt === null ? null : draft.endAt;
  return {
    ...draft,
    endAt,
    start: startAt === null ? draft.start : toDateTimeInput(startAt, zone),
    end: endAt === null ? draft.end : toDateTimeInput(endAt, zone),
  };
}

const NEVER_SENT = { key: null, attempts: 0, sentInviteeIds: [] };

const isSameDraft = (a: EventDraft, b: EventDraft): boolean =>
  JSON.stringify({ ...a, ...NEVER_SENT }) === JSON.stringify({ ...b, ...NEVER_SENT });

/** Changed, or a new event that may exist by now: a save without its key would make a second one. */
export const isUnsaved = (draft: EventDraft, base: EventDraft): boolean =>
  !isSameDraft(draft, base) || (draft.key !== null && draft.attempts > 0);
