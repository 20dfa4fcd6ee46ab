import type { ComponentType } from 'react';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { subscribeToasts } from '#web/ui/feedback/toast-store.ts';
import { dismissToastsWithPerson } from './toasts-of-person.ts';

/** Loads what shows toasts, right after the start; earlier ones wait, and retry a failed load. Those that wait go with their
 * person like the others. Returns what stops it. */
export function startToasts(onLoaded: (toaster: ComponentType) => void): () => void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    loadChunk(() => import('#web/ui/feedback/toast.tsx')).then(
      ({ ToastList }) => onLoaded(ToastList),
      (cause: unknown) => {
        isLoading = false;
        logError('toasts did not load', cause);
      },
    );
  };
  const stopDismissing = dismissToastsWithPerson();
  const stopRetrying = subscribeToasts(load);
  load();
  return () => {
    stopDismissing();
    stopRetrying();
  };
}
