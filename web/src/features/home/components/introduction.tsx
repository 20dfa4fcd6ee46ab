import { CalendarPlus } from 'lucide-react';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { Features } from './features.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './introduction.module.css';

type Props = {
  /** The empty list has the way to a first event itself. */
  isBare: boolean;
  /** For regular users. */
  isFolded: boolean;
};

/** Source: HOME-14, HOME-18, HOME-23, GUEST-01. */
export function Introduction({ isBare, isFolded }: Props) {
  const isAnonymous = useIsAnonymous();
  const parts = (
    <>
      <HowItWorks isAnonymous={isAnonymous} />
      <Features isAnonymous={isAnonymous} />
    </>
  );
  return (
    <>
      <div className={styles.next}>
        {isAnonymous && <KeepYourEvents />}
        {!isBare && (
          <ButtonLink
            to="/new-event"
            wide
            variant={isAnonymous ? 'secondary' : 'primary'}
            className={styles.create ?? ''}
            icon={<CalendarPlus aria-hidden="true" />}
          >
            {recurring.createNewEvent}
          </ButtonLink>
        )}
      </div>
      <div className={styles.introduction}>
        {isFolded ? (
          <details className={styles.folded}>
            <summary className={styles.summary}>{texts.howItWorks}</summary>
            <div className={styles.parts}>{parts}</div>
          </details>
        ) : (
          parts
        )}
      </div>
    </>
  );
}

function KeepYourEvents() {
  return (
    <Card as="section" aria-labelledby="keep-your-events" className={styles.keep ?? ''}>
      <div className={styles.words}>
        <h2 id="keep-your-events" className={styles.title}>
          {texts.keepYourEvents}
        </h2>
        <p className={styles.text}>{texts.keepYourEventsText}</p>
      </div>
      <ButtonLink to="/register" className={styles.account ?? ''}>
        {recurring.createAnAccount}
      </ButtonLink>
    </Card>
  );
}
