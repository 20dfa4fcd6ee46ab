import { useSyncExternalStore } from 'react';
import { connection, isFilmWelcome, UNWELCOME } from './film-welcome.ts';

function subscribe(onChange: () => void): () => void {
  const network = connection();
  UNWELCOME.addEventListener('change', onChange);
  network?.addEventListener('change', onChange);
  return () => {
    UNWELCOME.removeEventListener('change', onChange);
    network?.removeEventListener('change', onChange);
  };
}

/** Whether a background may move, followed. Source: LOGIN-07. */
export function useFilmWelcome(): boolean {
  return useSyncExternalStore(subscribe, isFilmWelcome, isFilmWelcome);
}
