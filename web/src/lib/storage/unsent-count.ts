import { useSyncExternalStore } from 'react';

let unsent = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets how many messages wait to be sent (RT-02). Apart from their queue, which most pages need not load. */
export function setUnsentCount(count: number): void {
  if (count === unsent) return;
  unsent = count;
  for (const listener of listeners) listener();
}

export function useUnsentCount(): number {
  return useSyncExternalStore(subscribe, () => unsent);
}
