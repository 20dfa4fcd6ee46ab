import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the page is in sight: not in a hidden tab. */
export function useShown(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}
