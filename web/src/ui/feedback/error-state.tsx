import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/ui.tsx';
import { Ripples } from './ripples.tsx';
import styles from './empty-state.module.css';

type Props = {
  title?: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Instead of Retry. */
  action?: ReactNode;
};

export function ErrorState({
  title = texts.couldNotLoad,
  children,
  onRetry,
  retrying = false,
  action,
}: Props) {
  return (
    <div className={styles.state} role="alert">
      <Ripples tone="flare">
        <CloudOff />
      </Ripples>
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.text}>{children}</p> : null}
      {onRetry ? (
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden="true" />}
          busy={retrying}
          busyLabel={texts.retrying}
          onClick={onRetry}
        >
          {texts.retry}
        </Button>
      ) : null}
      {action}
    </div>
  );
}
