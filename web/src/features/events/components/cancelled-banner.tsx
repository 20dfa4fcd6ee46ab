import type { EventDetail } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { Ban } from 'lucide-react';
import type { Ref } from 'react';
import * as texts from '#web/texts/event-page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './cancelled-banner.module.css';

type Props = { host: EventDetail['host']; isCreator: boolean; headingRef: Ref<HTMLHeadingElement> };

/** In place of everything that ends with a cancellation. Source: SAFE-04. */
export function CancelledBanner({ host, isCreator, headingRef }: Props) {
  return (
    <section className={styles.banner} aria-labelledby="cancelled">
      <Ban aria-hidden="true" />
      <div>
        <h2 id="cancelled" ref={headingRef} tabIndex={-1} className={styles.title}>
          {recurring.cancelled}
        </h2>
        <p className={styles.text}>
          {texts.cancelledThisEvent(isCreator ? texts.you : <bdi>{personName(host)}</bdi>)}
        </p>
      </div>
    </section>
  );
}
