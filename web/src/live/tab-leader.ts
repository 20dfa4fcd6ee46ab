export type TabLeaderParts = {
  /** Null where there are no Web Locks: then every tab leads. */
  locks: Pick<LockManager, 'request'> | null;
  isShown: () => boolean;
  watchShown: (onChange: () => void) => () => void;
};

const inBrowser: TabLeaderParts = {
  locks: (globalThis.navigator as Partial<Navigator> | undefined)?.locks ?? null,
  isShown: () => !document.hidden,
  watchShown(onChange) {
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  },
};

/** Elects one leader among the browser's tabs: the one looked at last, because hidden tabs get suspended. A tab that closes,
 * crashes or leaves hands over. `onLead` is called on every change, first with false; the result leaves without calling it. */
export function leadAmongTabs(
  name: string,
  onLead: (isLeader: boolean) => void,
  parts: TabLeaderParts = inBrowser,
): () => void {
  const { locks, isShown, watchShown } = parts;
  if (locks === null) {
    onLead(true);
    return () => {};
  }
  let hasLeft = false;
  /** The request that has the lock. */
  let held: object | null = null;
  let release = () => {};
  let queue = new AbortController();

  const request = (options: LockOptions) => {
    const own = {};
    const hold = () => {
      if (hasLeft) return;
      held = own;
      onLead(true);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    locks.request(name, options, hold).catch((cause: unknown) => {
      if (hasLeft) return;
      if (held === own) lose();
      // A queue that was given up is no loss; a browser that refuses locks altogether is no reason to be silent.
      else if (!(cause instanceof DOMException && cause.name === 'AbortError')) onLead(true);
    });
  };
  const lineUp = () => {
    queue = new AbortController();
    request({ signal: queue.signal });
  };
  const take = () => {
    queue.abort();
    request({ steal: true });
  };
  /** Another tab is looked at now. */
  const lose = () => {
    held = null;
    onLead(false);
    lineUp();
  };

  if (isShown()) take();
  else lineUp();
  const stopWatching = watchShown(() => {
    if (isShown() && held === null) take();
  });
  return () => {
    hasLeft = true;
    stopWatching();
    queue.abort();
    release();
  };
}
