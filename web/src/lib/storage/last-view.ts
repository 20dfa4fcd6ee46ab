/** A page as its reader last saw it; stored only while the app is hidden: the next start uses it up (PWA-05). */
export type LastView = {
  owner: string;
  release: string;
  path: string;
  /** CSS pixels. */
  width: number;
  /** ms since the epoch. */
  atMs: number;
  markup: string;
  /** Of the chat's log, CSS pixels. */
  scrolled: number;
};

export const LAST_VIEW_KEY = 'hereabouts.last-view';
export const LAST_VIEW_ID = 'last-view';
/** Stands for `style`, which the content-security policy forbids in markup. */
export const KEPT_STYLE = 'data-kept-style';
