import { EVENT_LINK_TEXTS, type EventOffer } from '@hereabouts/contract/event-links';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { CalendarClock, MapPin, UserRound, UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { AccountNeeded } from '#web/ui/feedback/account-needed.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { AnswerButtons } from '#web/ui/buttons/answer-buttons.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { expectArrival, useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-links.ts';
import { OFFER_PICTURE_SIZES, offerWords } from '../offer-words.ts';
import { partyAt } from '../party-at.ts';
import { InvitationPoster } from './invitation-poster.tsx';
import { VisitorActionsSkeleton } from './visitor-actions-skeleton.tsx';
import type { useJoin } from '../queries.ts';
import styles from './invitation.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const loadVisitorActions = () => import('./visitor-actions.tsx').then((module) => module.VisitorActions);
const visitorActions: { component: Awaited<ReturnType<typeof loadVisitorActions>> | null } = {
  component: null,
};
const VisitorActions = lazyComponent<{ token: string; offer: EventOffer }>(loadVisitorActions, {
  preloaded: visitorActions,
  loading: <VisitorActionsSkeleton />,
  failedTitle: texts.couldNotLoadTheAnswers,
});
/** Preloaded for signed-out visitors; a failure is retried and shown where it renders. */
export const visitorActionsReady: Promise<unknown> =
  readStoredSession() === null
    ? loadVisitorActions().then(
        (component) => (visitorActions.component = component),
        () => null,
      )
    : Promise.resolve();

type Props = { offer: EventOffer; token: string; viewerId: string | null; join: ReturnType<typeof useJoin> };

export function Invitation({ offer, token, viewerId, join }: Props) {
  const isAnonymous = useIsAnonymous();
  const words = offerWords(offer);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const body = useRef<HTMLDivElement>(null);
  // Where the link has gone, the focus goes on to the heading that takes this one's place.
  useLostFocus(body, expectArrival);
  return (
    <InvitationPoster
      hasWayBack={viewerId !== null}
      picture={
        <Img
          className={styles.picture ?? ''}
          image={offer.image}
          fallback={defaultEventImage(0)}
          alt=""
          sizes={OFFER_PICTURE_SIZES}
          eager
        />
      }
    >
      <div ref={body} className={styles.body}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.invited}>
            {offer.is_full ? texts.invitation : texts.youAreInvited}
          </h1>
          <h2 className={styles.title} data-offer="title">
            {words.title}
          </h2>
        </div>
        <ul className={styles.facts}>
          <li>
            <CalendarClock aria-hidden="true" />
            <span className={styles.when} data-offer="when">
              {words.when}
            </span>
          </li>
          <li>
            <MapPin aria-hidden="true" />
            <span data-offer="place">{words.place}</span>
          </li>
          <li>
            <UserRound aria-hidden="true" />
            <span>
              {texts.hostedBy}{' '}
              <bdi className={styles.host} data-offer="host">
                {words.host}
              </bdi>
            </span>
          </li>
          <li>
            <UsersRound aria-hidden="true" />
            <span data-offer="going">{words.going}</span>
          </li>
        </ul>
        {offer.is_full ? (
          <FullList isSignedIn={viewerId !== null} />
        ) : viewerId === null ? (
          <VisitorActions token={token} offer={offer} />
        ) : isAnonymous && !offer.guests_allowed ? (
          <AccountNeeded>{EVENT_LINK_TEXTS.accountsOnly}</AccountNeeded>
        ) : (
          <SignedInActions join={join} offer={offer} onLostFocus={focusHeading} />
        )}
      </div>
    </InvitationPoster>
  );
}

/** Nobody can join; whoever is on the list already is led to the event once signed in (LINK-05). */
function FullList({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.actions}>
      <FormBanner tone="info">{EVENT_LINK_TEXTS.full}</FormBanner>
      <ButtonLink to={isSignedIn ? '/' : withNext('/login', pathname)} variant="secondary" wide>
        {isSignedIn ? recurring.backToHome : texts.signIn}
      </ButtonLink>
      <p className={styles.hint}>{texts.fullHelp}</p>
    </div>
  );
}

type ActionsProps = Pick<Props, 'join' | 'offer'> & { onLostFocus: () => void };

function SignedInActions({ join, offer, onLostFocus }: ActionsProps) {
  const isSending = join.isPending;
  const actions = useRef<HTMLDivElement>(null);
  useLostFocus(actions, onLostFocus);
  return (
    <div ref={actions} className={styles.actions}>
      {join.isError ? <FormBanner tone="error">{problemOf(join.error)}</FormBanner> : null}
      <AnswerButtons
        label={texts.yourAnswer}
        isSending={isSending}
        party={partyAt(offer)}
        onAnswer={(answer) => join.mutate(answer)}
      />
      <Button variant="secondary" wide locked={isSending} onClick={() => join.mutate({ status: 'pending' })}>
        {texts.seeTheEvent}
      </Button>
      <p className={styles.hint}>{texts.answerHelp}</p>
    </div>
  );
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && ['rate_limited', 'conflict', 'event_full'].includes(error.code ?? '')
    ? error.message
    : failureText(texts.saveAnswerFailed, error);
