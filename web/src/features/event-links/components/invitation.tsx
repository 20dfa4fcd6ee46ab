import { EVENT_LINK_TEXTS, type EventOffer } from '@hereabouts/contract/event-links';
import { INVITE_STATUS_LABELS, RSVP_ANSWERS } from '@hereabouts/contract/invite-status';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { NO_NAME } from '@hereabouts/contract/users';
import { CalendarClock, CircleCheck, CircleHelp, CircleX, MapPin, UserRound, UsersRound } from 'lucide-react';
import { useLocation } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { formatRange } from '#web/lib/time/dates.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import type { useJoin } from '../queries.ts';
import styles from './invitation.module.css';

const ICONS = { accepted: CircleCheck, tentative: CircleHelp, declined: CircleX } as const;
const PICTURE_SIZES = '(min-width: 768px) 600px, 100vw';

type Props = { offer: EventOffer; viewerId: string | null; join: ReturnType<typeof useJoin> };

/** What the link invites to, and what to do about it. */
export function Invitation({ offer, viewerId, join }: Props) {
  return (
    <Card flush className={styles.card ?? ''}>
      <Img
        className={styles.picture ?? ''}
        image={offer.image}
        fallback={defaultEventImage(0)}
        alt=""
        ratio={16 / 9}
        sizes={PICTURE_SIZES}
        eager
      />
      <div className={styles.body}>
        <h2 className={styles.title}>{offer.title}</h2>
        <ul className={styles.facts}>
          <li>
            <CalendarClock aria-hidden="true" />
            <span className={styles.when}>{formatRange(offer.start_time, offer.end_time)}</span>
          </li>
          <li>
            <MapPin aria-hidden="true" />
            <span>{offer.location_name}</span>
          </li>
          <li>
            <UserRound aria-hidden="true" />
            <span>
              Hosted by <bdi className={styles.host}>{offer.host_name || NO_NAME}</bdi>
            </span>
          </li>
          <li>
            <UsersRound aria-hidden="true" />
            <span>{offer.going_count === 0 ? 'Nobody is going yet' : `${offer.going_count} going`}</span>
          </li>
        </ul>
        {offer.is_full ? (
          <FormBanner tone="info">{EVENT_LINK_TEXTS.full}</FormBanner>
        ) : viewerId === null ? (
          <SignedOut />
        ) : (
          <Answers join={join} />
        )}
      </div>
    </Card>
  );
}

function SignedOut() {
  const { pathname } = useLocation();
  return (
    <div className={styles.actions}>
      <p className={styles.hint}>To answer, sign in or create an account. You come back here.</p>
      <ButtonLink to={withNext('/register', pathname)} wide>
        Create an account
      </ButtonLink>
      <ButtonLink to={withNext('/login', pathname)} variant="secondary" wide>
        Sign in
      </ButtonLink>
    </div>
  );
}

function Answers({ join }: Pick<Props, 'join'>) {
  const isSending = join.isPending;
  return (
    <div className={styles.actions}>
      {join.isError ? <FormBanner tone="error">{problemOf(join.error)}</FormBanner> : null}
      <div className={styles.answers} role="group" aria-label="Your answer">
        {RSVP_ANSWERS.map((answer) => {
          const Icon = ICONS[answer];
          return (
            <button
              key={answer}
              type="button"
              className={cx(styles.answer, styles[answer])}
              // Not disabled: the button just pressed would lose the focus.
              aria-disabled={isSending || undefined}
              onClick={() => (isSending ? undefined : join.mutate(answer))}
            >
              <Icon aria-hidden="true" />
              {INVITE_STATUS_LABELS[answer]}
            </button>
          );
        })}
      </div>
      <Button variant="secondary" wide locked={isSending} onClick={() => join.mutate('pending')}>
        See the event
      </Button>
      <p className={styles.hint}>Either way you join the guest list, and can change your answer there.</p>
    </div>
  );
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'conflict')
    ? error.message
    : 'Your answer could not be saved. Please try again.';
