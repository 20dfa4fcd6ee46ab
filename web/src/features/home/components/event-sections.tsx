import { Fragment, useState } from 'react';
import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/home.tsx';
import { howFar } from '../how-far.ts';
import type { HomeSection } from '../sections.ts';
import { EventCard } from './event-card.tsx';
import styles from './event-sections.module.css';

type Props = {
  sections: readonly HomeSection[];
  now: number;
  from: MyLocation;
  viewerId: string;
  /** What stands above the list as a poster. */
  posterId: number | null;
  selectedId: number | null;
  onPoint: (eventId: number | null) => void;
};

/** On a phone the cards after these are compact, until the person wants them whole (HOME-23). */
const WHOLE_CARDS = 3;

export function EventSections({ sections, now, from, viewerId, posterId, selectedId, onPoint }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const order = new Map(sections.flatMap(({ events }) => events).map(({ id }, place) => [id, place]));
  return sections.map(({ key, label, isLive, events }) => (
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
        {events.map((event) => {
          const place = order.get(event.id) ?? 0;
          return (
            <Fragment key={event.id}>
              <li>
                <EventCard
                  event={event}
                  now={now}
                  away={event.state === 'upcoming' ? null : howFar(event, from)}
                  viewerId={viewerId}
                  compact={!isWhole && place >= WHOLE_CARDS}
                  isPoster={event.id === posterId}
                  isSelected={event.id === selectedId}
                  onPoint={onPoint}
                />
              </li>
              {place === WHOLE_CARDS - 1 && order.size > WHOLE_CARDS && (
                <li className={styles.toggle}>
                  <Button variant="quiet" size="small" onClick={() => setIsWhole(!isWhole)}>
                    {isWhole ? texts.showLess : texts.showMore}
                  </Button>
                </li>
              )}
            </Fragment>
          );
        })}
      </ul>
    </section>
  ));
}
