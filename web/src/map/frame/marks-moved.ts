/** Event of a map: what is drawn at fixed places has changed, and names of the base map under it give way. */
export const MARKS_MOVED = 'hereabouts:marks-moved';
