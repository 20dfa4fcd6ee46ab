import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/account.tsx';

type Props = { text: string; label: string; onCopied?: () => void };

export function CopyButton({ text, label, onCopied }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // Without https there is no clipboard.
      showAlert(texts.copyFailed);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant="secondary" size="small" icon={<Icon aria-hidden="true" />} onClick={() => void copy()}>
      <span role="status">{isCopied ? texts.copied : label}</span>
    </Button>
  );
}
