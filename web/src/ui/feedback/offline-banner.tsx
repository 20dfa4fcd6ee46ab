import { CloudOff } from 'lucide-react';
import { offlineText } from './offline-text.ts';
import styles from './offline-banner.module.css';

/** Says that there is no connection and how much will be sent when it is back (RT-02, RT-03, PWA-05). */
export function OfflineBanner(props: Parameters<typeof offlineText>[0]) {
  return (
    <div className={styles.banner} role="status">
      <CloudOff aria-hidden="true" />
      <p>
        {offlineText(props).map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </p>
    </div>
  );
}
