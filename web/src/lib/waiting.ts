import { useSyncExternalStore } from 'react';

let waiting = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says how many messages wait to be sent (RT-02). Apart from their queue, which most pages need not load. */
export function setWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  for (const listener of listeners) listener();
}

export function useWaiting(): number {
  return useSyncExternalStore(subscribe, () => waiting);
}
