export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    // oxlint-disable-next-line hereabouts/injected-clock -- the end of this tick, not a time
    setImmediate(resolve);
  });
