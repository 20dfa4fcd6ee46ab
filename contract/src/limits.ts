/** Limits both sides hold to. Text is counted in UTF-16 code units after trimming. Source: EVF-19, EVF-07, section 9. */
export const NAME_MAX = 100;
export const TITLE_MAX = 120;
export const DESCRIPTION_MAX = 5_000;
export const DESCRIPTION_PREVIEW_MAX = 120;
export const LOCATION_NAME_MAX = 200;
export const LOCATION_ADDRESS_MAX = 300;
export const MESSAGE_MAX = 4_000;
export const SEARCH_MAX = 100;

export const IMAGE_MAX_BYTES = 5_242_880;
/** A decoded picture larger than this is refused before it is decoded. */
export const IMAGE_MAX_PIXELS = 50_000_000;
/** All frames of an animation together. */
export const IMAGE_MAX_FRAMES = 300;

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 500;
/** Source: storage list default limit (section 9). */
export const UPLOADS_PAGE_DEFAULT = 100;
/** The most people one event can hold, so that its guest list stays one page. */
export const EVENT_INVITES_MAX = 1_000;
export const SHARED_EVENTS_MAX = 100;
