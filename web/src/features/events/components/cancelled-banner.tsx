import type { EventDetail } from '@hereabouts/contract/events';
import { NO_NAME } from '@hereabouts/contract/users';
import { Ban } from 'lucide-react';
import type { Ref } from 'react';
import styles from './cancelled-banner.module.css';

type Props = { host: EventDetail['host']; isHost: boolean; headingRef: Ref<HTMLHeadingElement> };

/** Stands in place of everything that ends with a cancellation. Source: SAFE-04. */
export function CancelledBanner({ host, isHost, headingRef }: Props) {
  return (
    <section className={styles.banner} aria-labelledby="cancelled">
      <Ban aria-hidden="true" />
      <div>
        <h2 id="cancelled" ref={headingRef} tabIndex={-1} className={styles.title}>
          Cancelled
        </h2>
        <p className={styles.text}>
          {isHost ? 'You' : <bdi>{host.name || NO_NAME}</bdi>} cancelled this event. It will not take place.
        </p>
      </div>
    </section>
  );
}
