import { hasEnded } from '@hereabouts/contract/event-times';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import type { SharedEvent } from '@hereabouts/contract/users';
import { Link } from 'react-router';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { StatusChip, type ChipStatus } from '#web/ui/indicators/status-chip.tsx';
import { Facts } from '#web/ui/text/facts.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/users.ts';
import styles from './shared-events.module.css';

const TICK_MS = 60_000;

/** Anything but an answer reads "No Response" here (USER-09). */
const answerOf = (status: InviteStatus): ChipStatus => (status === 'pending' ? 'none' : status);

/** Source: USER-08, USER-09. */
export function SharedEvents({ name, events }: { name: string; events: readonly SharedEvent[] }) {
  const now = useServerNow(TICK_MS);
  // One that ends while the page is open is upcoming no longer.
  const upcoming = events.filter((event) => !hasEnded(event, now));
  return (
    <section aria-labelledby="shared-events">
      <SectionHeading id="shared-events">{texts.upcomingEventsTogether}</SectionHeading>
      {upcoming.length === 0 ? (
        <div className={styles.empty}>
          <p>{texts.noUpcomingEventsTogether}</p>
          <ButtonLink to="/new-event" variant="secondary" size="small">
            {recurring.createNewEvent}
          </ButtonLink>
        </div>
      ) : (
        <ul className={styles.list}>
          {upcoming.map((event) => (
            <li key={event.id} className={styles.event}>
              <Img
                className={styles.poster ?? ''}
                image={event.image}
                fallback={defaultEventImage(event.id)}
                alt=""
                ratio={1}
                sizes="64px"
              />
              <div className={styles.words}>
                <Link to={`/event/${event.id}`} className={styles.title}>
                  {event.title}
                </Link>
                <p className={styles.line}>
                  <Facts
                    of={[
                      <time key="start" dateTime={event.start_time}>
                        {formatEventStart(event)}
                      </time>,
                      event.location_name,
                    ]}
                  />
                </p>
                {event.is_cancelled && (
                  <p className={styles.cancelled}>
                    <StatusChip className={styles.chip ?? ''} status="cancelled" />
                  </p>
                )}
              </div>
              <dl className={styles.answers}>
                <div>
                  <dt>{texts.you}</dt>
                  <dd>
                    <StatusChip className={styles.chip ?? ''} status={answerOf(event.my_status)} />
                  </dd>
                </div>
                <div>
                  <dt>
                    <bdi title={name}>{name}</bdi>:
                  </dt>
                  <dd>
                    <StatusChip className={styles.chip ?? ''} status={answerOf(event.their_status)} />
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
