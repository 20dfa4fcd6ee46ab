import { RotateCw } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import { usePull } from './use-pull.ts';
import styles from './pull-to-refresh.module.css';

/** Pull to refresh on touch screens, in addition to the page's button; the page announces the result. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const share = usePull(() => {
    setBusy(true);
    void onRefresh().finally(() => setBusy(false));
  });
  const shown = busy ? 1 : share;
  if (shown === 0) return null;
  return (
    <div className={styles.pull} style={{ '--pull': shown } as CSSProperties} aria-hidden="true">
      <span className={cx(styles.disc, shown === 1 && styles.enough, busy && styles.busy)}>
        <RotateCw />
      </span>
      <span className={styles.words}>{busy ? texts.refreshing : pullText(share)}</span>
    </div>
  );
}

const pullText = (share: number) => (share === 1 ? texts.releaseToRefresh : texts.pullToRefresh);
