import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/account.tsx';
import { isFilmWelcome } from '../film-welcome.ts';
import { posterOf, type Film } from '../first-film.ts';
import { FIRST_FILM, useFilmRotation } from '../use-film-rotation.ts';
import { useFilmWelcome } from '../use-film-welcome.ts';
import styles from './background-films.module.css';

const IS_PRERENDERED = typeof document === 'undefined';

// The page's largest element: preloaded while the page renders.
if (isFilmWelcome()) new Image().src = posterOf(FIRST_FILM);

/** Nothing if the device prefers none. */
export function BackgroundFilms() {
  const isWelcome = useFilmWelcome();
  if (IS_PRERENDERED) return <FirstPicture />;
  return isWelcome ? <Films /> : null;
}

/** In the prerendered page; its script (`showFirstFilm`) sets the picture. */
function FirstPicture() {
  return (
    <div className={styles.films} aria-hidden="true">
      <span className={cx(styles.film, styles.first)} />
    </div>
  );
}

function Films() {
  const [isPaused, setPaused] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const { shown, asked } = useFilmRotation(isPaused);
  return (
    <>
      <div className={styles.films} aria-hidden="true">
        {asked.map((film) => (
          <BackgroundFilm
            key={film}
            film={film}
            isShown={film === shown}
            isPaused={isPaused}
            onBegin={() => setBegun(true)}
          />
        ))}
      </div>
      {hasBegun ? (
        <Button
          variant="quiet"
          size="small"
          className={styles.pause ?? ''}
          icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? texts.playBackground : texts.pauseBackground}
        </Button>
      ) : null}
    </>
  );
}

type FilmProps = { film: Film; isShown: boolean; isPaused: boolean; onBegin: () => void };

function BackgroundFilm({ film, isShown, isPaused, onBegin }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // A browser that saves its battery refuses; the page is whole without.
    if (isShown && !isPaused) video.current?.play().catch(() => {});
    else video.current?.pause();
  }, [isShown, isPaused]);
  return (
    <video
      ref={video}
      className={cx(styles.film, styles[film], isShown && styles.shown)}
      src={`/videos/${film}.mp4`}
      poster={posterOf(film)}
      muted
      loop
      playsInline
      disablePictureInPicture
      preload="auto"
      onPlaying={onBegin}
    />
  );
}
