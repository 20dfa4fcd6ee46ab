import type { EventOffer } from '@hereabouts/contract/event-links';
import { imageUrl } from '@hereabouts/contract/uploads';
import { isGuest } from '#server/access/event-roles.ts';
import type { PageTags } from '#server/http/pages/page-tags.ts';
import type { OfferRow } from './repo.ts';

export const presentOffer = (row: OfferRow, viewer: { userId: string } | null): EventOffer => ({
  title: row.title,
  start_time: row.start_time,
  end_time: row.end_time,
  location_name: row.location_name,
  image: row.image,
  host_name: row.host_name,
  going_count: row.going_count,
  places: row.places,
  bring_max: row.bring_max,
  is_full: row.is_full,
  guests_allowed: row.guests_allowed,
  guest_of: viewer !== null && isGuest(viewer, row) ? { event_id: row.id } : null,
});

const PICTURE_WITHOUT_IMAGE = '/social-preview.png';

/** For link previews (LINK-03). The zone is named, because the reader's is unknown. */
export const presentTags = (row: OfferRow): NonNullable<PageTags> => ({
  title: row.title,
  description: `${startOf(row)} · ${row.location_name}`,
  picture: row.image === null ? PICTURE_WITHOUT_IMAGE : imageUrl(row.image, 'detail'),
});

const startOf = ({ start_time, time_zone }: OfferRow): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: time_zone ?? 'UTC',
    timeZoneName: 'short',
  }).format(new Date(start_time));
