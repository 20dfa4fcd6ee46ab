import { defaultEventImage } from '@hereabouts/contract/uploads';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import { formatRange } from '#web/lib/time/dates.ts';
import { webClock } from '#web/lib/time/clock.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import type { HomeEvent } from '../sections.ts';
import styles from './info-card.module.css';

const SCROLL_MS = 800;

type Props = {
  event: HomeEvent;
  /** ms. */
  now: number;
  onClose: () => void;
  /** Closed by its own button. */
  onLostFocus: () => void;
};

/** Source: HOME-06. */
export function InfoCard({ event, now, onClose, onLostFocus }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useLostFocus(close, onLostFocus);
  const text = useRef<HTMLDivElement>(null);
  // On a phone it may be under the bottom bar, and nothing else would tell that a pin was pressed.
  useEffect(() => {
    const show = (behavior: ScrollBehavior) => text.current?.scrollIntoView({ block: 'nearest', behavior });
    show(prefersReducedMotion() ? 'auto' : 'smooth');
    // A touch that is just ending, or what loads above it meanwhile, may have stopped that scroll short.
    return webClock.after(SCROLL_MS, () => show('auto'));
  }, []);
  return (
    <Card as="section" flush className={styles.card ?? ''} aria-label={texts.selectedEventTitle(event.title)}>
      <Img
        className={styles.picture ?? ''}
        image={event.image}
        fallback={defaultEventImage(event.id)}
        alt=""
        ratio={1}
        sizes="112px"
      />
      <div ref={text} className={styles.text}>
        <p className={styles.title}>{event.title}</p>
        {event.is_cancelled && <StatusChip status="cancelled" />}
        <p className={styles.line}>{timesOf(event, now)}</p>
        <p className={styles.line}>{event.location_name}</p>
        <ButtonLink to={`/event/${event.id}`} variant="secondary" size="small" className={styles.more ?? ''}>
          {texts.viewDetails}
        </ButtonLink>
      </div>
      <IconButton ref={close} label={recurring.close} icon={<X aria-hidden="true" />} onClick={onClose} />
    </Card>
  );
}

/** No line breaks beside the arrow between the two times. */
const timesOf = ({ start_time, end_time }: HomeEvent, now: number) =>
  formatRange(start_time, end_time, { now }).replace(' → ', '\u00A0→\u00A0');
