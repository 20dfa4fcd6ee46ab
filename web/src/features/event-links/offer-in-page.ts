import { eventLinkRoutes, type EventOffer } from '@hereabouts/contract/event-links';
import { settingsRoutes, type Settings } from '@hereabouts/contract/settings';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { routeUrl } from '@hereabouts/contract/url';
import { pageResponse } from '#web/lib/api/page-responses.ts';
import { pictureSources } from '#web/lib/api/picture-sources.ts';
import { OFFER_PICTURE_SIZES, offerWords } from './offer-words.ts';

/** Undefined where the server has written none into the page. */
export const offerInPage = (token: string): EventOffer | undefined =>
  pageResponse<EventOffer>(routeUrl(eventLinkRoutes.openEventLink, { params: { token } }));

export const tokenInPath = (path: string): string | undefined => /^\/join\/([^/]+)$/.exec(path)?.[1];

/** Asks for the picture before the page's scripts and fonts. */
export const loadOfferPicture = (offer: EventOffer): void => showOfferPicture(new Image(), offer);

/** Placeholder in the links of the prerendered page. */
export const TOKEN_PLACE = ':token';

/** Times are in the reader's zone. */
export function fillOffer(root: Element, token: string, offer: EventOffer): void {
  for (const [name, words] of Object.entries(offerWords(offer))) {
    const place = root.querySelector(`[data-offer=${name}]`);
    if (place) place.textContent = words;
  }
  const picture = root.querySelector('img');
  if (picture) showOfferPicture(picture, offer);
  for (const link of root.querySelectorAll('a')) {
    link.href = link.href.replace(encodeURIComponent(TOKEN_PLACE), encodeURIComponent(token));
  }
  // Prerendered for what is usual; the app shows the rest.
  const settings = pageResponse<Settings>(routeUrl(settingsRoutes.getSettings, {}));
  const isUsual = offer.guests_allowed && !offer.is_full && (settings?.guests ?? false);
  if (!isUsual) root.querySelector('[data-offer-actions]')?.replaceChildren();
}

function showOfferPicture(picture: HTMLImageElement, { image }: EventOffer): void {
  picture.fetchPriority = 'high';
  if (image === null) {
    picture.src = defaultEventImage(0);
    return;
  }
  const { src, srcSet } = pictureSources(image);
  picture.sizes = OFFER_PICTURE_SIZES;
  picture.srcset = srcSet;
  picture.src = src;
}
