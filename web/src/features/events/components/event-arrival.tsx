import { MapPin } from 'lucide-react';
import { useServerNow } from '#web/live/server-clock.ts';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { EventHero } from './event-hero.tsx';
import { EventWhen } from './event-when.tsx';
import facts from './event-facts.module.css';
import styles from '../event-page.module.css';

/** What a list may know of an event. */
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

/** The page of an event that is being read. Source: EVD-01, EVD-15. */
export function EventArrival({ known }: { known: KnownEvent | null }) {
  const now = useServerNow(TICK_MS);
  if (known === null) {
    return (
      <Page title={recurring.event} width="wide">
        <PageHeader title={recurring.event} backTo="/" backLabel={recurring.backToHome} />
        <Loading label={LABEL}>
          <Skeleton shape="block" className={styles.picture ?? ''} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton shape="block" height="250px" />
        </Loading>
      </Page>
    );
  }
  const { start_time, end_time, is_cancelled = false, location_name } = known;
  return (
    <Page title={known.title} width="wide">
      <EventHero event={known}>
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
        <Loading label={LABEL}>
          <Skeleton shape="block" height="72px" />
        </Loading>
      </EventHero>
    </Page>
  );
}
