import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import { MoreButton } from '#web/ui/buttons/more-button.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/home.tsx';
import { howFar } from '../how-far.ts';
import type { useHomeEvents } from '../queries.ts';
import { shortDate, type HomeSection, type ShortDate } from '../sections.ts';
import { EventCard } from './event-card.tsx';
import styles from './event-sections.module.css';

type Props = {
  query: ReturnType<typeof useHomeEvents>;
  sections: readonly HomeSection[];
  now: number;
  from: MyLocation;
  viewerId: string;
  /** The event shown as a poster above. */
  posterId: number | null;
  selectedId: number | null;
  /** On a phone the cards after so many are compact (HOME-23). */
  wholeCards: number;
  onPoint: (eventId: number | null) => void;
};

/** Source: HOME-09. */
export function EventSections({
  query,
  sections,
  wholeCards,
  now,
  from,
  viewerId,
  posterId,
  ...card
}: Props) {
  const order = new Map(sections.flatMap(({ events }) => events).map(({ id }, place) => [id, place]));
  const shown = sections.map(({ key, label, isLive, events }) => {
    const date = shortDate(label);
    return (
      <section key={key} aria-labelledby={`day-${key}`} className={styles.section}>
        <SectionHeading id={`day-${key}`} level={3}>
          {date ? (
            <ShortDateWords label={label} date={date} />
          ) : isLive ? (
            <span className={styles.live}>
              <LiveDot /> {label}
            </span>
          ) : (
            label
          )}
        </SectionHeading>
        <ul className={styles.list}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard
                event={event}
                now={now}
                away={event.state === 'upcoming' ? null : howFar(event, from)}
                viewerId={viewerId}
                compact={(order.get(event.id) ?? 0) >= wholeCards}
                isPoster={event.id === posterId}
                isSelected={event.id === card.selectedId}
                onPoint={card.onPoint}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  });
  return (
    <>
      {shown}
      {query.hasNextPage && (
        <MoreButton query={query} busyLabel={texts.loadingEvents}>
          {texts.showMoreEvents}
        </MoreButton>
      )}
    </>
  );
}

/** Read out in full. */
function ShortDateWords({ label, date: { weekday, day, month, year } }: { label: string; date: ShortDate }) {
  return (
    <span className={styles.date}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true">{[weekday, day, month, year].filter((part) => part !== null).join(' ')}</span>
    </span>
  );
}
