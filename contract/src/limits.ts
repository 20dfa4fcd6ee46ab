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
/** Frames of an animation, and the pixels of all of them. */
export const IMAGE_MAX_FRAMES = 300;
export const IMAGE_MAX_MOVING_PIXELS = 25_000_000;

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 500;
/** A page of people who need not know the viewer. */
export const DISCOVER_PAGE_MAX = 100;
/** Source: storage list default limit (section 9). */
export const UPLOADS_PAGE_DEFAULT = 100;
/** The most people one event can hold, so that its guest list stays one page. */
export const EVENT_INVITES_MAX = 1_000;
/** Long enough for a festival or a journey; whoever shares where they are is asked for no longer time. */
export const EVENT_DAYS_MAX = 31;
export const EVENT_YEAR_MIN = 2000;
export const EVENT_YEAR_MAX = 2099;
