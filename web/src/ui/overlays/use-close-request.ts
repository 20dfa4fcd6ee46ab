import { useEffect, useEffectEvent } from 'react';

type CloseWatcher = EventTarget & { destroy: () => void };
/** Not in every browser, and not yet in TypeScript's types. */
const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };

/** Android's back gesture, which would otherwise leave the page. Escape works without this. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || !CloseWatcher) return;
    let watcher: CloseWatcher | null = null;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        // One hears of a single request, and a locked dialog stays.
        watch();
        close();
      });
    };
    watch();
    return () => watcher?.destroy();
  }, [open]);
}
