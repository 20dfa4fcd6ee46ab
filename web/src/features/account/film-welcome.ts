/** Wishes that moving pictures behind words go against. */
export const UNWELCOME = matchMedia(
  '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce), (prefers-contrast: more), (forced-colors: active)',
);
const SLOW: ReadonlySet<string> = new Set(['slow-2g', '2g', '3g']);

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

/** Network Information API; missing in TypeScript's library. */
export const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;

/** Whether a background may move. Source: LOGIN-07. */
export function isFilmWelcome(): boolean {
  const { saveData = false, effectiveType = '' } = connection() ?? {};
  return !UNWELCOME.matches && !saveData && !SLOW.has(effectiveType);
}
