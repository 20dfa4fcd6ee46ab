import type { EventOffer } from '@hereabouts/contract/event-links';
import { NAME_MAX } from '@hereabouts/contract/limits';
import { NAME_EMPTY_MESSAGE } from '@hereabouts/contract/users';
import { cleanLine } from '@hereabouts/contract/visible-text';
import { UserRound } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { signInAsGuest } from '#web/auth/actions.ts';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { useSettings } from '#web/lib/api/use-settings.ts';
import { cx } from '#web/lib/class-names.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { AnswerButtons, type PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-links.ts';
import { partyAt } from '../party-at.ts';
import { dropAnswer, keepAnswer } from '../visitor-answer.ts';
import styles from './invitation.module.css';
import { VisitorActionsSkeleton } from './visitor-actions-skeleton.tsx';
import { failureText } from '#web/lib/api/failure-text.ts';

/** For signed-out visitors. Source: LINK-02, GUEST-01. */
export function VisitorActions({ token, offer }: { token: string; offer: EventOffer }) {
  const { pathname } = useLocation();
  const settings = useSettings();
  const isOffered = offer.guests_allowed && (settings.data?.guests ?? false);
  const [isGuestFormOpen, setIsGuestFormOpen] = useState(false);
  // A service that does not say is not waited for: without a guest's way in the others still work.
  if (offer.guests_allowed && settings.isLoading && settings.failureCount === 0)
    return <VisitorActionsSkeleton />;
  if (isOffered && isGuestFormOpen) return <GuestForm token={token} offer={offer} />;
  return (
    <div className={styles.actions} data-offer-actions="">
      {isOffered ? (
        <>
          <Button wide icon={<UserRound aria-hidden="true" />} onClick={() => setIsGuestFormOpen(true)}>
            {texts.goOnAsAGuest}
          </Button>
          <p className={cx(styles.hint, styles.guestHint)}>{texts.allItTakesIsYourName}</p>
          <p className={styles.or}>{texts.or}</p>
        </>
      ) : (
        <p className={styles.hint}>{texts.signInToAnswer}</p>
      )}
      <ButtonLink to={withNext('/register', pathname)} variant={isOffered ? 'secondary' : 'primary'} wide>
        {recurring.createAnAccount}
      </ButtonLink>
      <ButtonLink to={withNext('/login', pathname)} variant={isOffered ? 'quiet' : 'secondary'} wide>
        {texts.signIn}
      </ButtonLink>
    </div>
  );
}

function GuestForm({ token, offer }: { token: string; offer: EventOffer }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The field answers the tap; what stands below follows in the next frame.
  const hasAnswers = useDeferredValue(true, false);

  const send = async (answer: PartyAnswer) => {
    const clean = cleanLine(name);
    if (clean === '') {
      setError(NAME_EMPTY_MESSAGE);
      field.current?.focus();
      return;
    }
    setError(null);
    setProblem(null);
    setIsSending(true);
    keepAnswer(token, answer);
    const outcome = await signInAsGuest(clean);
    if (outcome.ok) return;
    dropAnswer();
    setIsSending(false);
    setProblem(outcome.problem);
  };

  return (
    <form className={styles.actions} noValidate onSubmit={(event) => event.preventDefault()}>
      <TextField
        ref={field}
        label={texts.yourName}
        name="name"
        autoComplete="name"
        autoFocus
        required
        maxLength={NAME_MAX}
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      {problem ? (
        <FormBanner tone="error">{problem.message || failureText(recurring.somethingWentWrong)}</FormBanner>
      ) : null}
      {hasAnswers && (
        <>
          <AnswerButtons
            label={texts.yourAnswer}
            isSending={isSending}
            party={partyAt(offer)}
            onAnswer={(answer) => void send(answer)}
          />
          <p className={styles.hint}>{texts.guestAnswerGoesTo}</p>
        </>
      )}
    </form>
  );
}
