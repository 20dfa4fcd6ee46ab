import type { EventDetail } from '@hereabouts/contract/events';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import styles from './event-place.module.css';

const PlaceMap = lazyPart(() => import('#web/map/place/place-map.tsx').then((part) => part.PlaceMap), {
  loading: <Skeleton shape="block" height="250px" />,
  failedTitle: recurring.couldNotLoadTheMap,
});

/** Source: EVD-04. */
export function EventPlace({ event }: { event: EventDetail }) {
  return (
    <section aria-labelledby="location" className={styles.section}>
      <SectionHeading id="location">{texts.location}</SectionHeading>
      <div>
        <p className={styles.name}>{event.location_name}</p>
        {event.location_address !== '' && <p className={styles.address}>{event.location_address}</p>}
      </div>
      <PlaceMap
        latitude={event.location_latitude}
        longitude={event.location_longitude}
        label={event.location_name}
      />
    </section>
  );
}
