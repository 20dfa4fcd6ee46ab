/** Followed by the release; kept by the service worker. */
export const RELEASE_CACHES = 'hereabouts.release.';
