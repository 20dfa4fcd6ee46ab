/** How wide an event's picture is at the top of its page, as the `sizes` attribute. */
export const HERO_SIZES = '(min-width: 900px) 410px, (min-width: 768px) 46vw, 150vw';
