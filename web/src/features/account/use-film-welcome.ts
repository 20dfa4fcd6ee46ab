import { useSyncExternalStore } from 'react';

/** Wishes of a visitor that moving pictures behind words go against. */
const UNWELCOME = matchMedia(
  '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce), (prefers-contrast: more), (forced-colors: active)',
);
const SLOW: ReadonlySet<string> = new Set(['slow-2g', '2g', '3g']);

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

/** Network Information API; missing in TypeScript's library. */
const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;

function subscribe(onChange: () => void): () => void {
  const network = connection();
  UNWELCOME.addEventListener('change', onChange);
  network?.addEventListener('change', onChange);
  return () => {
    UNWELCOME.removeEventListener('change', onChange);
    network?.removeEventListener('change', onChange);
  };
}

/** Whether a background may move: not for those who ask for less motion or data, or for more contrast. Source: LOGIN-07. */
export function isFilmWelcome(): boolean {
  const { saveData = false, effectiveType = '' } = connection() ?? {};
  return !UNWELCOME.matches && !saveData && !SLOW.has(effectiveType);
}

/** The same, followed. */
export function useFilmWelcome(): boolean {
  return useSyncExternalStore(subscribe, isFilmWelcome, isFilmWelcome);
}
