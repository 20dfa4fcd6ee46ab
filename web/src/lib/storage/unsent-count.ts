import { useSyncExternalStore } from 'react';

type Kind = 'messages' | 'answers';

const unsent: Record<Kind, number> = { messages: 0, answers: 0 };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How many messages or answers wait (RT-02). Apart from their queues, which most pages need not load. */
export function setUnsentCount(kind: Kind, count: number): void {
  if (count === unsent[kind]) return;
  unsent[kind] = count;
  for (const listener of listeners) listener();
}

export function useUnsentCount(): number {
  return useSyncExternalStore(subscribe, () => unsent.messages + unsent.answers);
}
