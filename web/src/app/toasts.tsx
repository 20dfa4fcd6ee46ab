import { useEffect, useState, type ComponentType } from 'react';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { subscribeToasts } from '#web/ui/feedback/toast-store.ts';

/** Loaded right after the start; earlier toasts wait, and retry a failed load. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toaster !== null) return;
    let isLoading = false;
    const load = () => {
      if (isLoading) return;
      isLoading = true;
      loadChunk(() => import('./toaster.tsx')).then(
        (module) => setToaster(() => module.Toaster),
        (cause: unknown) => {
          isLoading = false;
          logError('toasts did not load', cause);
        },
      );
    };
    load();
    return subscribeToasts(load);
  }, [Toaster]);
  return Toaster && <Toaster />;
}
