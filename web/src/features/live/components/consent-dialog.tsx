import { personName } from '@hereabouts/contract/users';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatUntil, formatUntilPhrase } from '#web/lib/time/dates.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { ownPosition, type OwnPosition } from '#web/live/own-position.ts';
import { mayHaveArrived, useStartSharing, type Consent } from '#web/live/queries.ts';
import { stopOutbox } from '#web/live/stopping.ts';
import { friendsCount, WHEN_IT_WORKS } from '#web/live/live-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { DeniedSteps } from './own-position-note.tsx';
import styles from './consent-dialog.module.css';
import { failureMessage } from '#web/lib/api/failure-text.ts';

/** Also without a network: that the sharing may stand is more important than why nobody knows. */
const failureOfStart = (cause: unknown): string =>
  mayHaveArrived(cause) ? texts.sharingMayHaveStarted : failureMessage(texts.startSharingFailed, cause);

type Props = { open: boolean; onClose: () => void; live: LiveEvent };

/** First the browser's question, then the server's (LIVE-08). */
export function ConsentDialog({ open, onClose, live }: Props) {
  const { page, own } = live;
  const { event, friends } = page;
  const start = useStartSharing(event.id);
  /** As the person gave it: the event may be extended while the browser asks (LIVE-13). */
  const [agreed, setAgreed] = useState<Consent | null>(null);
  const { status } = own;
  const isPossible = status !== 'insecure' && status !== 'unsupported';

  /** A Start is on its way or got no answer: the server may know of the consent. */
  const mayStand = useRef(false);
  /** What opened the dialog goes then. */
  const hasStarted = useRef(false);

  const finish = () => {
    mayStand.current = false;
    setAgreed(null);
    start.reset();
    onClose();
  };
  const close = () => {
    // At once: this page may not be there for the answer.
    if (mayStand.current) stopOutbox.stop(event.id);
    hasStarted.current = false;
    finish();
  };
  const share = useEffectEvent((agreed: Consent | null, status: OwnPosition['status']) => {
    if (!agreed || start.isPending) return;
    if (status === 'found' || status === 'searching') {
      setAgreed(null);
      const stoodPerhaps = mayStand.current;
      mayStand.current = true;
      start.mutate(agreed, {
        onSuccess({ until }) {
          hasStarted.current = true;
          showNotice(texts.sharingUntil(formatUntil(until, { now: live.nowMs })));
          finish();
        },
        onError: (cause) => void (mayStand.current = stoodPerhaps || mayHaveArrived(cause)),
      });
    } else if (status !== 'asking') {
      setAgreed(null);
    }
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what the browser answers ends the question
  useEffect(() => share(agreed, status), [agreed, status]);

  function agree() {
    // While it is asking, the question may have been put away, of which Firefox does not tell.
    if (status === 'unasked' || status === 'denied' || status === 'asking') ownPosition.ask();
    setAgreed({ until: event.end_time, presses: stopOutbox.pressesOf(event.id) });
  }

  const isBusy = agreed !== null || start.isPending;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.shareWhereYouAre}
      finalFocus={() => (hasStarted.current ? document.querySelector('h1') : null)}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {texts.notNow}
          </Button>
          {isPossible && (
            <Button
              busy={isBusy}
              busyLabel={status === 'asking' ? texts.waitingForYourBrowser : texts.starting}
              onClick={agree}
            >
              {status === 'denied' ? recurring.tryAgain : texts.startSharing}
            </Button>
          )}
        </>
      }
    >
      {/* Problems come first: below what has been read already they would be out of sight on a small screen. */}
      {status === 'denied' && (
        <FormBanner tone="error">
          {texts.locationBlocked}
          <DeniedSteps />
        </FormBanner>
      )}
      {status === 'insecure' && (
        <FormBanner tone="error">{texts.insecurePage(<code>{texts.httpsPrefix}</code>)}</FormBanner>
      )}
      {status === 'unsupported' && <FormBanner tone="error">{texts.noLocationOnDevice}</FormBanner>}
      {start.isError && <FormBanner tone="error">{failureOfStart(start.error)}</FormBanner>}
      {/* On a small screen it scrolls, and without a control in it only the focus lets the arrow keys do that. */}
      <div role="group" aria-label={texts.whatSharingMeans} tabIndex={0}>
        <dl className={styles.terms}>
          <dt>{texts.consentWhoHeading}</dt>
          <dd>{audienceText(friends.map(({ user }) => personName(user)))}</dd>
          <dt>{texts.consentUntilHeading}</dt>
          <dd>{texts.untilEventEnds(formatUntilPhrase(event.end_time, { now: live.nowMs }))}</dd>
          <dd>{texts.askedAgainIfExtended}</dd>
          <dt>{texts.consentWhenHeading}</dt>
          <dd>{WHEN_IT_WORKS}</dd>
          <dt>{texts.consentWhatHeading}</dt>
          <dd>{texts.consentWhat}</dd>
        </dl>
      </div>
      {status === 'unasked' && <p className={styles.next}>{texts.browserAsksNext}</p>}
    </Dialog>
  );
}

const NAMED_MAX = 3;

/** "Your 4 friends taking part: Ann, Ben, Cy and 1 more. …" */
function audienceText(names: readonly string[]): string {
  const later = texts.laterFriendsSeeIt;
  if (names.length === 0) return texts.consentNobodyYet(later);
  const named = names.slice(0, NAMED_MAX);
  const more = names.length - named.length;
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    more > 0 ? [...named, texts.andMore(more)] : named,
  );
  return texts.consentWho(friendsCount(names.length), list, later);
}
