import { useEffect, useEffectEvent } from 'react';

type CloseWatcher = EventTarget & { destroy: () => void };
/** Not in every browser, and not yet in TypeScript's types. */
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };

/** Android's back gesture, which would otherwise leave the page. Escape works without this. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}
