/** How wide the next event's picture is at the top of home, as the `sizes` attribute. */
export const POSTER_SIZES = '(min-width: 1000px) 640px, 100vw';
