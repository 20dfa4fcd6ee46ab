/** Moves the focus to the page's heading: where what had it is gone and nothing beside it can take it. */
export const focusHeading = (): void =>
  queueMicrotask(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
