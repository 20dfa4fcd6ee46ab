import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { howFar } from '../how-far.ts';
import type { HomeSection } from '../sections.ts';
import { EventCard } from './event-card.tsx';
import styles from './event-sections.module.css';

type Props = {
  sections: readonly HomeSection[];
  now: number;
  from: MyLocation;
  viewerId: string;
  selectedId: number | null;
  onPoint: (eventId: number | null) => void;
};

export function EventSections({ sections, now, from, viewerId, selectedId, onPoint }: Props) {
  return sections.map(({ key, label, isLive, events }, index) => (
    <section key={key} aria-labelledby={`day-${key}`} className={styles.section}>
      <SectionHeading id={`day-${key}`} level={3}>
        {isLive ? (
          <span className={styles.live}>
            <LiveDot /> {label}
          </span>
        ) : (
          label
        )}
      </SectionHeading>
      <ul className={styles.list}>
        {events.map((event, place) => (
          <li key={event.id}>
            <EventCard
              event={event}
              now={now}
              away={event.state === 'upcoming' ? null : howFar(event, from)}
              isHost={event.created_by === viewerId}
              isSelected={event.id === selectedId}
              eager={index === 0 && place === 0}
              onPoint={onPoint}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}
