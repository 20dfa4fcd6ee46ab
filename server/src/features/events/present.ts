import type { ChatProgress } from '@hereabouts/contract/chat-progress';
import { hasEnded } from '@hereabouts/contract/event-times';
import type { EventCard, EventDetail } from '@hereabouts/contract/events';
import { DESCRIPTION_PREVIEW_MAX } from '@hereabouts/contract/limits';
import { canChat, isGuest } from '#server/access/event-roles.ts';
import { canHost, canTakeDown, permissionsOf } from '#server/access/events.ts';
import type { HomeRow } from './home-repo.ts';
import type { EventDetailRow } from './repo.ts';

/** Code points above it take two units of a JavaScript string. */
const LAST_OF_ONE_UNIT = 0xffff;

/** 120 characters, with "…" only if truncated (HOME-12). */
export function previewOf(description: string): string {
  let end = 0;
  for (let count = 0; count < DESCRIPTION_PREVIEW_MAX && end < description.length; count += 1) {
    end += (description.codePointAt(end) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
  }
  return end === description.length ? description : `${description.slice(0, end)}…`;
}

const chatOf = (viewer: { userId: string }, row: HomeRow | EventDetailRow): ChatProgress | null =>
  canChat(viewer, row)
    ? { last_seq: row.chat_last_seq, read_seq: row.chat_read_seq, uncounted: row.chat_uncounted }
    : null;

export const presentCard = (row: HomeRow, viewer: { userId: string }): EventCard => ({
  id: row.id,
  title: row.title,
  description_preview: previewOf(row.description_start),
  image: row.image,
  tint: row.tint,
  location_name: row.location_name,
  location_latitude: row.location_latitude,
  location_longitude: row.location_longitude,
  start_time: row.start_time,
  end_time: row.end_time,
  is_private: row.is_private,
  is_cancelled: row.cancelled_at !== null,
  created_by: row.created_by,
  my_status: row.my_status,
  is_co_host: row.is_co_host,
  is_waiting: row.is_waiting,
  places: row.places,
  bring_max: row.bring_max,
  my_brings: row.my_brings,
  going_count: row.going_count,
  chat: chatOf(viewer, row),
});

export const presentEvent = (row: EventDetailRow, viewer: { userId: string }, nowMs: number): EventDetail => {
  const hostSeat = row.invites.find(({ user }) => user.id === row.created_by);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: row.image,
    tint: row.tint,
    location_name: row.location_name,
    location_address: row.location_address,
    location_latitude: row.location_latitude,
    location_longitude: row.location_longitude,
    start_time: row.start_time,
    end_time: row.end_time,
    is_private: row.is_private,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    host: { id: row.created_by, name: row.host_name, image: row.host_image },
    my_status: row.my_status,
    my_answered_at: row.my_answered_at,
    is_guest: isGuest(viewer, row),
    is_co_host: row.is_co_host,
    has_ended: hasEnded(row, nowMs),
    is_cancelled: row.cancelled_at !== null,
    chat: chatOf(viewer, row),
    permissions: permissionsOf(viewer, row, nowMs),
    host_status: hostSeat?.status ?? null,
    host_brings: hostSeat?.brings ?? 0,
    host_is_waiting: hostSeat?.is_waiting ?? false,
    going_count: row.going_count,
    other_counts: row.other_counts,
    places: row.places,
    bring_max: row.bring_max,
    my_brings: row.my_brings,
    my_place_in_queue: row.my_place_in_queue,
    removed_count: row.removed_count,
    announcement: presentAnnouncement(row, viewer),
    invites: row.invites.filter((seat) => seat !== hostSeat),
  };
};

const presentAnnouncement = (row: EventDetailRow, viewer: { userId: string }): EventDetail['announcement'] =>
  row.announcement && {
    ...row.announcement,
    can_take_down:
      canHost('announce', viewer, row) &&
      canTakeDown(viewer, row, { authorId: row.announcement.author?.id ?? null }),
  };
