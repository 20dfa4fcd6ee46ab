/** Where the service worker keeps the page of a tapped notification until a window has opened it; deleted at sign-out. */
export const TAPPED_CACHE = 'hereabouts.tapped';
