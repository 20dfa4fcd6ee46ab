/** For a focus that is gone, with nothing beside it to take it. */
export const focusHeading = (): void =>
  queueMicrotask(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
