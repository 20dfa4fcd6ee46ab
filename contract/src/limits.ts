/** Text is counted in UTF-16 code units after trimming. Source: EVF-19, EVF-07, section 9. */
export const NAME_MAX = 100;
export const TITLE_MAX = 120;
export const DESCRIPTION_MAX = 5_000;
export const DESCRIPTION_PREVIEW_MAX = 120;
export const LOCATION_NAME_MAX = 200;
export const LOCATION_ADDRESS_MAX = 300;
export const MESSAGE_MAX = 4_000;
/** Unread messages of a chat are counted up to this, which then means "this many or more". */
export const UNREAD_MAX = 100;
export const SEARCH_MAX = 100;
/** The longest has 32. */
export const TIME_ZONE_NAME_MAX = 60;

export const IMAGE_MAX_BYTES = 5_242_880;
export const IMAGE_MAX_PIXELS = 50_000_000;
/** Of an animation: frames, and the pixels of all of them. */
export const IMAGE_MAX_FRAMES = 300;
export const IMAGE_MAX_MOVING_PIXELS = 25_000_000;

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 500;
export const DISCOVER_PAGE_MAX = 100;
export const HOME_PAGE_MAX = 100;
export const UPLOADS_PAGE_DEFAULT = 100;
/** So that a guest list stays one page. */
export const EVENT_INVITES_MAX = 1_000;
export const CO_HOSTS_MAX = 10;
/** Highest `attempt` of a new event: the number of a save of its draft. */
export const ATTEMPTS_MAX = 1_000_000;
export const EVENT_PLACES_MAX = 10_000;
export const ANNOUNCEMENT_MAX = 500;
/** Per event. */
export const ANNOUNCEMENTS_PER_DAY = 5;
/** From this zoom on nobody may learn whether a map tile was looked at: it is 1.6 km wide in the Channel Islands, a village.
 * The zoom below, with which the home map opens, shows a parish. */
export const DEEP_TILE_ZOOM_MIN = 14;
/** Of a calendar feed (CAL-02): the next ones first. */
export const FEED_EVENTS_MAX = 500;
/** Of a description in a calendar feed, whose entry links to all of it. */
export const FEED_DESCRIPTION_MAX = 1_000;
/** By each guest (HOST-03). */
export const BRINGS_MAX = 5;
/** Bounds the time of a consent to share. */
export const EVENT_DAYS_MAX = 31;
export const EVENT_YEAR_MIN = 2000;
export const EVENT_YEAR_MAX = 2099;
