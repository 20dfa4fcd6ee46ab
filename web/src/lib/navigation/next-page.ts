let waiting = () => {};

/** Calls back when another page is shown. */
export const onNextPage = (run: () => void): void => void (waiting = run);

export const nextPageShown = (): void => waiting();
