import { defaultEventImage } from '@hereabouts/contract/uploads';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { usePosterTransition } from '#web/lib/navigation/poster-transition.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import * as texts from '#web/texts/home.tsx';
import { startsText } from '../next-up.ts';
import { isUnanswered, type HomeEvent } from '../sections.ts';
import styles from './invitations.module.css';

/** More would push the map and the list out of reach. */
const FIRST = 2;

type Props = {
  events: readonly HomeEvent[];
  now: number;
  viewerId: string;
  /** Shown as the poster already. */
  exceptId: number | null;
  renderAnswers: (event: HomeEvent) => ReactNode;
};

/** One answered here stays until the person leaves the page. Source: HOME-23. */
export function Invitations({ events, now, viewerId, exceptId, renderAnswers }: Props) {
  const openEvent = usePosterTransition();
  const open = events.filter(
    (event) => isUnanswered(event, viewerId) && !event.is_cancelled && event.id !== exceptId,
  );
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // What was pressed goes, and the focus with it.
  useEffect(() => {
    if (isWhole) list.current?.children[FIRST]?.querySelector('a')?.focus({ preventScroll: true });
  }, [isWhole]);
  const [seenIds, setSeenIds] = useState<ReadonlySet<number>>(new Set());
  const unseen = open.filter(({ id }) => !seenIds.has(id)).map(({ id }) => id);
  if (unseen.length > 0) setSeenIds(new Set([...seenIds, ...unseen]));
  const shown = events.filter(({ id, is_cancelled }) => seenIds.has(id) && !is_cancelled && id !== exceptId);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className={styles.section}>
      <SectionHeading id="invitations">{texts.invitations}</SectionHeading>
      <ul ref={list} className={styles.list}>
        {(isWhole ? shown : shown.slice(0, FIRST)).map((event) => (
          <li key={event.id} className={styles.row} data-poster>
            <Img
              className={styles.picture ?? ''}
              image={event.image}
              fallback={defaultEventImage(event.id)}
              alt=""
              ratio={1}
              sizes="56px"
            />
            <div className={styles.words}>
              <Link to={`/event/${event.id}`} onClick={openEvent} className={styles.title}>
                <bdi>{event.title}</bdi>
              </Link>
              <span className={styles.when}>
                <span className={styles.start}>{startsText(event, now)}</span> · {event.location_name}
              </span>
            </div>
            <div className={styles.answers}>{renderAnswers(event)}</div>
          </li>
        ))}
      </ul>
      {shown.length > FIRST && !isWhole && (
        <Button variant="quiet" size="small" className={styles.all ?? ''} onClick={() => setIsWhole(true)}>
          {texts.showAllInvitations(shown.length)}
        </Button>
      )}
    </section>
  );
}
