import { showFirstFilm } from './features/account/first-film.ts';
import { loadOfferPicture, offerInPage, tokenInPath } from './features/event-links/offer-in-page.ts';
import { keepEarlyActs } from './lib/loading/early-acts.ts';

// A separate script, in prerendered pages only (scripts/prerender.mjs).
keepEarlyActs();
if (location.pathname === '/login') showFirstFilm();
const offer = offerInPage(tokenInPath(location.pathname) ?? '');
if (offer !== undefined) loadOfferPicture(offer);
