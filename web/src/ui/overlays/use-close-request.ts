import { useEffect, useEffectEvent } from 'react';

type CloseWatcher = EventTarget & { destroy: () => void };
/** Not in every browser, and not yet in TypeScript's types. */
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };

/** Closes what is open on what the device has for it: the way back of a phone with Android, which would leave the page
 * otherwise. Elsewhere there is nothing but Escape, and that is heard without this. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}
