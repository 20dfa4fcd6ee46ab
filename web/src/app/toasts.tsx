import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { listToasts, subscribeToasts } from '#web/ui/feedback/toast-store.ts';

/** Loaded right after the start; what is to be said before waits, and has it loaded again after a failure. */
export function Toasts() {
  const count = useSyncExternalStore(subscribeToasts, listToasts).length;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toaster !== null) return;
    loadChunk(() => import('#web/ui/feedback/toast.tsx')).then(
      (part) => setToaster(() => part.Toaster),
      (cause: unknown) => logError('toasts did not load', cause),
    );
  }, [Toaster, count]);
  return Toaster && <Toaster />;
}
