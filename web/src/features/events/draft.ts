import type { EventDetail, EventInput } from '@hereabouts/contract/events';
import { fromDateTimeInput, toDateTimeInput } from '#web/lib/dates.ts';

/** An event form as it is being filled in; times as their inputs hold them, cut to minutes. */
export type EventDraft = {
  title: string;
  description: string;
  start: string;
  end: string;
  placeName: string;
  placeAddress: string;
  point: { latitude: number; longitude: number } | null;
  image: string | null;
  inviteeIds: readonly string[];
  isPrivate: boolean;
  keepAnswers: boolean;
  /** Of a new event: sent with it, so that saving twice makes one. */
  key: string | null;
};

export const EMPTY_DRAFT: EventDraft = {
  title: '',
  description: '',
  start: '',
  end: '',
  placeName: '',
  placeAddress: '',
  point: null,
  image: null,
  inviteeIds: [],
  isPrivate: false,
  keepAnswers: false,
  key: null,
};

const DEFAULT_DURATION_MS = 2 * 3_600_000;

/** The form of an event that exists. */
export function draftOf(event: EventDetail): EventDraft {
  return {
    title: event.title,
    description: event.description,
    start: toDateTimeInput(event.start_time),
    end: toDateTimeInput(event.end_time),
    placeName: event.location_name,
    placeAddress: event.location_address,
    point: { latitude: event.location_latitude, longitude: event.location_longitude },
    image: event.image,
    inviteeIds: event.invites.map(({ user }) => user.id),
    isPrivate: event.is_private,
    keepAnswers: false,
    key: null,
  };
}

/** What the form sends. */
export function inputOf(draft: EventDraft): EventInput {
  return {
    title: draft.title,
    description: draft.description,
    image: draft.image,
    location_name: draft.placeName,
    location_address: draft.placeAddress,
    location_latitude: draft.point?.latitude ?? null,
    location_longitude: draft.point?.longitude ?? null,
    start_time: fromDateTimeInput(draft.start),
    end_time: fromDateTimeInput(draft.end),
    is_private: draft.isPrivate,
    invitee_ids: [...draft.inviteeIds],
  };
}

/** Moves the start and lets the end follow, so that the event lasts as long as before; two hours where there was no end. */
export function withStart(draft: EventDraft, start: string): EventDraft {
  const from = fromDateTimeInput(draft.start);
  const to = fromDateTimeInput(start);
  const end = fromDateTimeInput(draft.end);
  if (to === null) return { ...draft, start };
  const lasted = from !== null && end !== null ? Date.parse(end) - Date.parse(from) : DEFAULT_DURATION_MS;
  if (lasted <= 0) return { ...draft, start };
  return { ...draft, start, end: toDateTimeInput(new Date(Date.parse(to) + lasted).toISOString()) };
}

/** Whether both say the same; the key is nothing that anybody typed. */
export const isSameDraft = (a: EventDraft, b: EventDraft): boolean =>
  JSON.stringify({ ...a, key: null }) === JSON.stringify({ ...b, key: null });
