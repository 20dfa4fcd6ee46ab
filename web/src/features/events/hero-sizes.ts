export const HERO_SIZES = '(min-width: 900px) 410px, (min-width: 768px) 46vw, 150vw';
