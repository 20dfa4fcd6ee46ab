/** Uploads one person can make in an hour: nobody needs more, and pictures are the one thing that fills a disk. */
export const UPLOADS_PER_HOUR = 100;
/** Uploads one person can have on the way at once. */
export const UPLOADS_AT_ONCE = 3;
/** Uploads everybody together can have on the way at once; each may hold `IMAGE_MAX_BYTES` in memory. */
export const UPLOADS_AT_ONCE_IN_ALL = 16;

export const canStartUpload = (onTheWay: { own: number; all: number }): boolean =>
  onTheWay.own < UPLOADS_AT_ONCE && onTheWay.all < UPLOADS_AT_ONCE_IN_ALL;

/** A picture that nobody shows is kept this long for whoever is still filling in the form, ms. */
export const UNUSED_KEPT_MS = 24 * 3_600_000;
