import { Share2 } from 'lucide-react';
import { logError } from '#web/lib/log.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';

type Props = { event: { id: number; title: string } };

/** By the device's share sheet or by copying. Source: EVD-14. */
export function ShareEvent({ event: { id, title } }: Props) {
  const url = `${location.origin}/event/${id}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showNotice(recurring.linkCopied);
    } catch {
      // Without https there is no clipboard.
      showNotice(url);
    }
  };
  const share = async () => {
    if (!('share' in navigator)) return copy();
    try {
      await navigator.share({ title, url });
    } catch (cause) {
      // Thinking better of it is no failure.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      logError('the event was not shared', cause);
      showAlert(texts.shareFailed);
    }
  };
  return (
    <IconButton
      label={recurring.share}
      tone="filled"
      icon={<Share2 aria-hidden="true" />}
      onClick={() => void share()}
    />
  );
}
