import type { EventDetail } from '@hereabouts/contract/events';
import { CornerUpRight } from 'lucide-react';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { location } from '#web/texts/event-form.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { directionsUrl } from '../directions.ts';
import styles from './event-place.module.css';

const PlaceMap = lazyComponent(
  () => import('#web/map/place/place-map.tsx').then((module) => module.PlaceMap),
  {
    loading: <Skeleton shape="block" height="250px" />,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

/** `leads`: people still have to get there. Source: EVD-04. */
export function EventPlace({ event, leads }: { event: EventDetail; leads: boolean }) {
  return (
    <section aria-labelledby="location" className={styles.section}>
      <SectionHeading id="location">{location}</SectionHeading>
      <div className={styles.card}>
        <PlaceMap
          latitude={event.location_latitude}
          longitude={event.location_longitude}
          label={event.location_name}
        />
        <div className={styles.caption}>
          <div className={styles.words}>
            <p className={styles.name}>{event.location_name}</p>
            {event.location_address !== '' && <p className={styles.address}>{event.location_address}</p>}
          </div>
          {leads && (
            <a
              href={directionsUrl(event, navigator.userAgent)}
              target="_blank"
              rel="noreferrer"
              className={styles.directions}
            >
              <CornerUpRight aria-hidden="true" />
              {texts.directions}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
