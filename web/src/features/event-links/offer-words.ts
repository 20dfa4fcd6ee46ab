import type { EventOffer } from '@hereabouts/contract/event-links';
import { NO_NAME } from '@hereabouts/contract/users';
import { formatRange } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/event-links.ts';

export type OfferWord = 'title' | 'when' | 'place' | 'host' | 'going';

/** By the name of its place (`data-offer`). Source: LINK-02. */
export const offerWords = (offer: EventOffer): Record<OfferWord, string> => ({
  title: offer.title,
  when: formatRange(offer.start_time, offer.end_time),
  place: offer.location_name,
  host: offer.host_name || NO_NAME,
  going: offer.going_count === 0 ? texts.nobodyIsGoingYet : goingText(offer),
});

function goingText({ going_count, places }: EventOffer): string {
  if (places === null) return texts.goingCount(going_count);
  return going_count >= places ? texts.goingAndFull(going_count) : texts.goingAndPlaces(going_count, places);
}

/** The `sizes` attribute: includes what the box cuts off at the sides. */
export const OFFER_PICTURE_SIZES = '(min-width: 768px) 1000px, max(100vw, 544px)';
