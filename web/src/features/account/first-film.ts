import { isFilmWelcome } from './film-welcome.ts';

export const FILMS = ['corbiere', 'festival'] as const;
export type Film = (typeof FILMS)[number];

const isFilm = (name: string | undefined): name is Film => FILMS.some((film) => film === name);

export const posterOf = (film: Film): string => `/videos/${film}.webp`;

/** Random, once a visit; a prerendered page has chosen already. Source: LOGIN-07. */
export function firstFilm(): Film {
  const film = globalThis.document?.documentElement.dataset.film;
  return isFilm(film) ? film : (FILMS[Math.floor(Math.random() * FILMS.length)] ?? FILMS[0]);
}

/** On the prerendered page, before the app has loaded. */
export function showFirstFilm(): void {
  if (!isFilmWelcome()) return;
  const film = firstFilm();
  document.documentElement.dataset.film = film;
  const poster = new Image();
  poster.fetchPriority = 'high';
  poster.src = posterOf(film);
}
