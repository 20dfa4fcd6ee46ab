import { fillOffer, offerInPage, tokenInPath } from './features/event-links/offer-in-page.ts';
import { prerenderedRoot } from './lib/loading/early-acts.ts';

// A separate script, behind the markup of a prerendered invitation (scripts/prerender.mjs).
const root = prerenderedRoot();
const token = tokenInPath(location.pathname) ?? '';
const offer = offerInPage(token);
if (root !== null && offer !== undefined) fillOffer(root, token, offer);
