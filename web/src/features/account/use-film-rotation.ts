import { useEffect, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import { FILMS, firstFilm, type Film } from './first-film.ts';

const ROTATION_MS = 30_000;

type Rotation = { shown: Film; asked: readonly Film[] };

export const FIRST_FILM = firstFilm();
const START: Rotation = { shown: FIRST_FILM, asked: [FIRST_FILM] };

function next({ shown, asked }: Rotation): Rotation {
  const following = FILMS[(FILMS.indexOf(shown) + 1) % FILMS.length] ?? FILMS[0];
  return { shown: following, asked: asked.includes(following) ? asked : [...asked, following] };
}

/** Which film is to be seen, and which have been so far: one that was not yet needs no loading. Source: LOGIN-07. */
export function useFilmRotation(isPaused: boolean): Rotation {
  const [rotation, setRotation] = useState(START);
  useEffect(() => (isPaused ? undefined : webClock.every(ROTATION_MS, () => setRotation(next))), [isPaused]);
  return rotation;
}
