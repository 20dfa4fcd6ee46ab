let waiting = () => {};

export const onNextPage = (run: () => void): void => void (waiting = run);

export const nextPageShown = (): void => waiting();
