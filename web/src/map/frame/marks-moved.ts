/** Map event: fixed marks have changed, and names of the base map under them give way. */
export const MARKS_MOVED = 'hereabouts:marks-moved';
