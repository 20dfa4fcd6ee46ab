import { readItem, removeItem, writeItem } from './safe-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_KEY = 'hereabouts.theme';

export function readTheme(): Theme {
  const stored = readItem(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** On this device; without storage, as long as the page lasts. */
export function applyTheme(theme: Theme): void {
  const isSystem = theme === 'system';
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (isSystem) removeItem(THEME_KEY);
  else writeItem(THEME_KEY, theme);
}
