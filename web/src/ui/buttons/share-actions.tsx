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
  /** What the device's share sheet calls it. */
  title: string;
  onStatus: (text: string) => void;
  /** It was copied, or handed to another app. */
  onShared?: () => void;
  /** The link in one line, without its end where it is long. */
  short?: boolean;
};

/** The link as text, and ways to hand it on. */
export function ShareActions({ address, title, onStatus, onShared, short }: Props) {
  const text = useRef<HTMLParagraphElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      onStatus(texts.linkCopied);
      onShared?.();
    } catch {
      // Without https there is no clipboard; the person's own keys still work.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      onStatus(texts.theLinkIsSelectedCopyIt);
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
      onStatus(texts.sharingDidNotWorkCopyThe);
    }
  };

  return (
    <>
      <p ref={text} className={cx(styles.address, short && styles.short)} tabIndex={short ? 0 : undefined}>
        {address}
      </p>
      <div className={styles.actions}>
        <Button
          variant={'share' in navigator ? 'secondary' : 'primary'}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
        {'share' in navigator ? (
          <Button icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
            {recurring.share}
          </Button>
        ) : null}
      </div>
    </>
  );
}
