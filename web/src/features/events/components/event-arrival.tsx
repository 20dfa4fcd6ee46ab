import { hasEnded } from '@hereabouts/contract/event-times';
import { MapPin } from 'lucide-react';
import { useServerNow } from '#web/live/server-clock.ts';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { EventHero } from './event-hero.tsx';
import { EventWhen } from './event-when.tsx';
import facts from './event-facts.module.css';
import styles from '../event-page.module.css';

/** From a list. */
export type KnownEvent = {
  id: number;
  title: string;
  image?: string | null;
  tint?: string | null;
  is_cancelled?: boolean;
  start_time?: string;
  end_time?: string;
  location_name?: string;
};

const TICK_MS = 60_000;
const LABEL = recurring.loadingEventDetails;

/** While the event is being read. Source: EVD-01, EVD-15. */
export function EventArrival({ known }: { known: KnownEvent | null }) {
  const now = useServerNow(TICK_MS);
  if (known === null) {
    return (
      <Page title={recurring.event} width="wide">
        <EventHero event={{ id: 0, title: recurring.event }}>
          <div className={styles.host}>
            <Skeleton width="45%" />
          </div>
          <div className={facts.facts}>
            <FactLoading />
            <FactLoading />
          </div>
          <Answers />
        </EventHero>
      </Page>
    );
  }
  const { start_time, end_time, is_cancelled = false, location_name } = known;
  return (
    <Page title={known.title} width="wide">
      <EventHero event={known} hasEnded={end_time !== undefined && hasEnded({ end_time }, now)}>
        <div className={styles.host}>
          <Skeleton width="45%" />
        </div>
        <div className={facts.facts}>
          {start_time !== undefined && end_time !== undefined && (
            <EventWhen event={{ start_time, end_time, is_cancelled }} now={now} />
          )}
          {location_name !== undefined && (
            <div className={facts.row}>
              <MapPin aria-hidden="true" />
              <span className={facts.text}>
                <span className={facts.first}>{location_name}</span>
              </span>
            </div>
          )}
        </div>
        <Answers />
      </EventHero>
    </Page>
  );
}

const FactLoading = () => (
  <div className={facts.row}>
    <Skeleton shape="circle" width="24px" height="24px" />
    <span className={styles.lines}>
      <Skeleton width="70%" />
      <Skeleton width="45%" />
    </span>
  </div>
);

const Answers = () => (
  <Loading label={LABEL}>
    <div className={styles.answers}>
      <Skeleton shape="block" height="52px" />
      <Skeleton shape="block" height="52px" />
      <Skeleton shape="block" height="52px" />
    </div>
  </Loading>
);
