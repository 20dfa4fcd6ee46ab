import type { NextEvent as Next } from '@hereabouts/contract/events';
import { INVITE_STATUS_LABELS } from '@hereabouts/contract/invite-status';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { NO_NAME } from '@hereabouts/contract/users';
import { MapPinned } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { usePosterTransition } from '#web/lib/navigation/poster-transition.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { isParticipant, isUnanswered, type HomeEvent } from '../sections.ts';
import { Faces } from '#web/ui/pictures/faces.tsx';
import type { NextUp } from '../next-up.ts';
import { POSTER_SIZES } from '../poster-sizes.ts';
import styles from './next-event.module.css';

/** Leaves room for the words beside them. */
const FACES_MAX = 5;

type Props = {
  next: NextUp;
  /** Null while they are of another event. */
  people: Next | null;
  away: string | null;
  viewerId: string;
  /** For an event without an answer. */
  renderAnswers: (event: HomeEvent) => ReactNode;
};

/** Source: HOME-23. */
export function NextEvent({ next: { event, isLive, when }, people, away, viewerId, renderAnswers }: Props) {
  const open = usePosterTransition();
  const isOpen = isUnanswered(event, viewerId);
  const [askedId, setAskedId] = useState<number | null>(null);
  if (isOpen && askedId !== event.id) setAskedId(event.id);
  const title = useRef<HTMLAnchorElement>(null);
  const keepFocus = () =>
    queueMicrotask(() => {
      if (title.current) title.current.focus({ preventScroll: true });
      else focusHeading();
    });
  return (
    <section aria-label={texts.nextEvent} className={cx(styles.poster, !isLive && styles.ahead)} data-poster>
      <Img
        className={styles.picture ?? ''}
        image={event.image}
        fallback={defaultEventImage(event.id)}
        alt=""
        ratio={16 / 10}
        sizes={POSTER_SIZES}
        eager
      />
      <div className={styles.body}>
        <h2 className={styles.title}>
          <Link ref={title} to={`/event/${event.id}`} onClick={open} className={styles.link}>
            <bdi>{event.title}</bdi>
          </Link>
        </h2>
        <p className={styles.when}>
          <span className={styles.time}>
            {isLive && (
              <span className={styles.dot}>
                <LiveDot />
              </span>
            )}
            <span className={styles.start}>{when}</span>
          </span>{' '}
          <span className={styles.place}>{event.location_name}</span>{' '}
          {away !== null && (
            <span data-not-kept className={styles.away}>
              {away}
            </span>
          )}
        </p>
        {people !== null && <People people={people} isLive={isLive} />}
        {isLive && isParticipant(event, viewerId) ? (
          <ButtonLink
            to={`/event/${event.id}/live`}
            wide
            className={styles.action ?? ''}
            icon={<MapPinned aria-hidden="true" />}
          >
            {recurring.liveMap}
          </ButtonLink>
        ) : isOpen ? (
          <Answers key={event.id} onLostFocus={keepFocus}>
            {renderAnswers(event)}
          </Answers>
        ) : null}
        <VisuallyHidden>
          <span role="status">{askedId === event.id && !isOpen && answerOf(event)}</span>
        </VisuallyHidden>
      </div>
    </section>
  );
}

/** Gone with the answer. */
function Answers({ onLostFocus, children }: { onLostFocus: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLostFocus(place, onLostFocus);
  return (
    <div ref={place} className={styles.action}>
      {children}
    </div>
  );
}

function People({
  people: { going, going_count: count, sharing },
  isLive,
}: {
  people: Next;
  isLive: boolean;
}) {
  const shown = isLive && sharing.length > 0 ? sharing : going;
  if (count === 0 && shown.length === 0) return null;
  return (
    <p className={styles.people}>
      <Faces people={shown.slice(0, FACES_MAX)} />
      <span className={styles.peopleText}>
        {shown === sharing ? sharingText(sharing.map(({ name }) => name)) : texts.countGoing(count)}
      </span>
    </p>
  );
}

const answerOf = ({ is_waiting, my_status }: HomeEvent): string | null =>
  is_waiting ? texts.youAreOnTheWaitingList : my_status && INVITE_STATUS_LABELS[my_status];

/** In one line beside the faces, on every phone. */
function sharingText([first = '', ...others]: readonly string[]): string {
  const called = first.trim().split(/\s+/u)[0] || NO_NAME;
  return others.length === 0
    ? texts.friendIsSharing(called)
    : texts.friendAndOthersSharing(called, others.length);
}
