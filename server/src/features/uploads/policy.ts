import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import type { SemaphoreSize } from '#server/async/semaphore.ts';
import type { IncomingLimits } from '#server/http/limits/incoming-bodies.ts';

export const UPLOADS_PER_HOUR = 100;
export const UPLOADS_AT_ONCE = 3;

/** 24 of the largest pictures fit into memory; one takes 180 s at 30 kB/s. */
export const INCOMING_LIMITS: IncomingLimits = {
  perKey: UPLOADS_AT_ONCE,
  bytesMax: 24 * IMAGE_MAX_BYTES,
  // Three addresses leave something to others.
  bytesOfAddressMax: 7 * IMAGE_MAX_BYTES,
  bytesPerS: 10_000,
  graceMs: 5_000,
  arrivalMaxMs: 180_000,
};

/** Being converted, per address; its people take turns. What waits is bounded by `bytesOfAddressMax`. */
export const STORED_OF_ADDRESS: SemaphoreSize = { running: 1, waiting: Infinity };
/** Time until the encoding begins: an idle connection is closed after 60 s. */
export const WAITING_MAX_MS = 45 * SECOND_MS;

/** 50 photos of 12 megapixels, or 3 of the longest animations. */
export const PIXELS_PER_HOUR = 600_000_000;

/** Stored pictures per person, used or not; bytes without variants. */
export const PICTURES_MAX = 500;
export const PICTURES_MAX_BYTES = 500_000_000;

export const canStoreMore = (stored: { pictures: number; bytes: number }): boolean =>
  stored.pictures < PICTURES_MAX && stored.bytes < PICTURES_MAX_BYTES;

/** ms; a form may not have been saved yet. */
export const UNUSED_KEPT_MS = DAY_MS;

/** Maximum per reported person of pictures that nothing but a report shows any more. */
export const REPORTED_KEPT_MAX = 20;

/** For reading a picture from S3 into memory, which takes a slot of `READS`; it may be as large as `IMAGE_MAX_BYTES`. */
export const READ_MAX_MS = 30 * SECOND_MS;

/** Look-ups; the storage takes 50 calls at once. An address or /48 has 16, so that it keeps nobody else waiting. */
export const READS = { running: 32, waiting: 4_000, perKey: 1_000, runningPerKey: 16 };
