import { CloudOff } from 'lucide-react';
import * as words from '#web/texts/ui.tsx';
import { offlineText } from './offline-text.ts';
import styles from './offline-banner.module.css';

/** Says that there is no connection and how much will be sent when it is back (RT-02, RT-03, PWA-05). */
export function OfflineBanner(props: Parameters<typeof offlineText>[0]) {
  const { status, age } = offlineText(props);
  return (
    <section className={styles.banner} aria-label={words.connection}>
      <CloudOff aria-hidden="true" />
      <p>
        <span role="status">
          {status.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </span>
        {/* Not of the status, which would be read out again with each minute of it. */}
        {age}
      </p>
    </section>
  );
}
