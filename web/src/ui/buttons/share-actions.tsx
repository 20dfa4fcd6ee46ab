import { Copy, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { logError } from '#web/lib/log.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/ui.tsx';
import { Button } from './button.tsx';
import styles from './share-actions.module.css';

type Props = {
  address: string;
  /** In the device's share sheet. */
  title: string;
  onStatus: (text: string) => void;
  /** It was copied, or handed to another app. */
  onShared?: () => void;
  /** One line with a copy button; a long link is cut. */
  inRow?: boolean;
};

export function ShareActions({ address, title, onStatus, onShared, inRow }: Props) {
  const text = useRef<HTMLParagraphElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      onStatus(recurring.linkCopied);
      onShared?.();
    } catch {
      // Without https there is no clipboard; the person's own keys still work.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      onStatus(texts.linkSelectedToCopy);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title, url: address });
      onShared?.();
    } catch (cause) {
      // Thinking better of it is no failure.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      logError('the link was not shared', cause);
      onStatus(texts.shareFailedCopyInstead);
    }
  };

  const canShare = 'share' in navigator;
  const copyButton = (
    <Button
      variant={canShare ? 'secondary' : 'primary'}
      icon={<Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {texts.copy}
    </Button>
  );
  const shareButton = canShare && (
    <Button icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
      {recurring.share}
    </Button>
  );
  return (
    <>
      <div className={inRow ? styles.row : undefined}>
        <p
          ref={text}
          className={cx(styles.address, inRow && styles.short)}
          // Its end is reached by scrolling.
          tabIndex={inRow ? 0 : undefined}
        >
          {address}
        </p>
        {inRow && copyButton}
      </div>
      {inRow ? (
        shareButton && <div className={styles.actions}>{shareButton}</div>
      ) : (
        <div className={styles.actions}>
          {copyButton}
          {shareButton}
        </div>
      )}
    </>
  );
}
