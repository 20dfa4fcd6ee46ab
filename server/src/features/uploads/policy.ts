import { DAY_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import type { IncomingLimits } from '#server/http/incoming-bodies.ts';

/** Uploads one person can make in an hour: nobody needs more, and pictures are the one thing that fills a disk. */
export const UPLOADS_PER_HOUR = 100;
/** Uploads one person can have under way at once. */
export const UPLOADS_AT_ONCE = 3;

/** How uploads arrive: 32 of the largest pictures fit into memory, and 5 MB take 180 s at 30 kB/s. */
export const INCOMING_LIMITS: IncomingLimits = {
  perKey: UPLOADS_AT_ONCE,
  bytesMax: 32 * IMAGE_MAX_BYTES,
  bytesPerS: 10_000,
  graceMs: 5_000,
  arrivalMaxMs: 180_000,
};

/** Work for one person in an hour, in pixels of a photo: 50 photos of 12 megapixels, or 3 of the longest animations. */
export const PIXELS_PER_HOUR = 600_000_000;

/** Pictures one person can have stored, used or not, and their bytes without the smaller variants. */
export const PICTURES_MAX = 500;
export const PICTURES_MAX_BYTES = 500_000_000;

export const canStoreMore = (stored: { pictures: number; bytes: number }): boolean =>
  stored.pictures < PICTURES_MAX && stored.bytes < PICTURES_MAX_BYTES;

/** A picture that nobody shows is kept this long for whoever is still filling in the form, ms. */
export const UNUSED_KEPT_MS = DAY_MS;
