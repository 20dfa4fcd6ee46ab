import type { EventDetail } from '@hereabouts/contract/events';
import { ChevronRight, MapPinned } from 'lucide-react';
import { Link } from 'react-router';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import styles from './chat-link.module.css';

type Props = { event: Pick<EventDetail, 'id'>; as: 'first' | 'row'; isRunning: boolean };

/** Source: LIVE-05. */
export function LiveLink({ event, as, isRunning }: Props) {
  const to = `/event/${event.id}/live`;
  const label = isRunning ? texts.liveMapFindYourFriends : recurring.liveMap;
  if (as === 'first') {
    return (
      <ButtonLink to={to} wide icon={<MapPinned aria-hidden="true" />} className={styles.first ?? ''}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Link to={to} className={styles.link}>
      <MapPinned aria-hidden="true" />
      <span className={styles.text}>{label}</span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
