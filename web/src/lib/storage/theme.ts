export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'hereabouts.theme';

export function readTheme(): Theme {
  const stored = storedTheme();
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Shows the app in this theme from now on, on this device. */
export function applyTheme(theme: Theme): void {
  const isSystem = theme === 'system';
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (isSystem) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It lasts as long as the page.
  }
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
