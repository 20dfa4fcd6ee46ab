import { useState } from 'react';
import { failureText, OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/home.tsx';
import type { useHomeEvents } from './queries.ts';

const REFRESH_FAILED = texts.couldNotUpdate;

/** `said`: announced to screen readers. */
export function useHomeRefresh(query: ReturnType<typeof useHomeEvents>, locate: () => Promise<void>) {
  const [said, setSaid] = useState('');

  async function refresh() {
    if (query.isFetching) return;
    // Emptied first: the same word again would not be announced.
    setSaid('');
    void locate();
    // A read would wait for the network.
    if (!navigator.onLine) return showAlert(failureText(REFRESH_FAILED));
    const { isError } = await query.refetch();
    if (isError) return showAlert(failureText(REFRESH_FAILED));
    clearAlerts(REFRESH_FAILED, OFFLINE_TEXT);
    setSaid(texts.updated);
  }

  return { refresh, said };
}
