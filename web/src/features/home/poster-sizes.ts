export const POSTER_SIZES = '(min-width: 1000px) 640px, 100vw';
