import { NO_NAME } from '@hereabouts/contract/users';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatTime } from '#web/lib/time/dates.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { ownPosition, type OwnPosition } from '#web/live/own-position.ts';
import { useStartSharing } from '#web/live/queries.ts';
import { friendsCount, WHEN_IT_WORKS } from '#web/live/live-texts.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { DeniedSteps } from './own-place.tsx';
import styles from './consent-dialog.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const FAILED = 'Sharing could not be started. Please try again.';

type Props = { open: boolean; onClose: () => void; live: LiveEvent };

/** Who, until when and what, in words; then one question at a time: first the browser's, then the server's (LIVE-08). */
export function ConsentDialog({ open, onClose, live }: Props) {
  const { page, own } = live;
  const { event, friends } = page;
  const start = useStartSharing(event.id);
  const [hasAgreed, setHasAgreed] = useState(false);
  const { status } = own;
  const isPossible = status !== 'insecure' && status !== 'unsupported';

  const close = () => {
    setHasAgreed(false);
    start.reset();
    onClose();
  };
  const share = useEffectEvent((hasAgreed: boolean, status: OwnPosition['status']) => {
    if (!hasAgreed || start.isPending) return;
    if (status === 'found' || status === 'searching') {
      setHasAgreed(false);
      start.mutate(event.end_time, { onSuccess: close });
    } else if (status !== 'asking') {
      setHasAgreed(false);
    }
  });
  // oxlint-disable-next-line react/set-state-in-effect -- what the browser answers ends the question
  useEffect(() => share(hasAgreed, status), [hasAgreed, status]);

  function agree() {
    if (status === 'unasked' || status === 'denied') ownPosition.ask();
    setHasAgreed(true);
  }

  const isBusy = hasAgreed || start.isPending;
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Share where you are"
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Not now
          </Button>
          {isPossible && (
            <Button
              busy={isBusy}
              busyLabel={status === 'asking' ? 'Waiting for your browser...' : 'Starting...'}
              onClick={agree}
            >
              {status === 'denied' ? 'Try again' : 'Start sharing'}
            </Button>
          )}
        </>
      }
    >
      {/* Problems come first: below what has been read already they would be out of sight on a small screen. */}
      {status === 'denied' && (
        <FormBanner tone="error">
          Location is blocked for this site.
          <DeniedSteps />
        </FormBanner>
      )}
      {status === 'insecure' && (
        <FormBanner tone="error">
          This page was not opened over HTTPS, and browsers tell where a device is only to secure pages.
          Whoever runs this server can start it with <code>npm run phone</code>.
        </FormBanner>
      )}
      {status === 'unsupported' && <FormBanner tone="error">This device cannot tell where it is.</FormBanner>}
      {start.isError && (
        <FormBanner tone="error">
          {start.error instanceof ApiError && start.error.code !== null
            ? start.error.message
            : failureText(FAILED, start.error)}
        </FormBanner>
      )}
      {/* On a small screen it scrolls, and without a control in it only the focus lets the arrow keys do that. */}
      <div role="group" aria-label="What sharing means" tabIndex={0}>
        <dl className={styles.terms}>
          <dt>Who sees it</dt>
          <dd>{audienceText(friends.map(({ user }) => user.name || NO_NAME))}</dd>
          <dt>Until when</dt>
          <dd>Until the event ends at {formatTime(event.end_time)}, or until you press Stop.</dd>
          <dd>If the event is extended, you are asked again.</dd>
          <dt>When it works</dt>
          <dd>{WHEN_IT_WORKS}</dd>
          <dt>What</dt>
          <dd>
            Only where you are now. The server keeps your latest position in memory and writes nothing down:
            there is no trail.
          </dd>
        </dl>
      </div>
      {status === 'unasked' && <p className={styles.next}>Your browser will ask you next. Choose Allow.</p>}
    </Dialog>
  );
}

const NAMED_MAX = 3;

/** "Your 4 friends who take part: Ann, Ben, Cy and 1 more. …" */
function audienceText(names: readonly string[]): string {
  const later = 'Friends who answer Going or Maybe later will see it too.';
  if (names.length === 0) return `None of your friends are taking part yet. ${later}`;
  const named = names.slice(0, NAMED_MAX);
  const more = names.length - named.length;
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    more > 0 ? [...named, `${more} more`] : named,
  );
  return `Your ${friendsCount(names.length)} who ${names.length === 1 ? 'takes' : 'take'} part: ${list}. Nobody else. ${later}`;
}
