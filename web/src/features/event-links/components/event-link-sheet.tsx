import { eventLinkPath } from '@hereabouts/contract/event-links';
import { ChevronDown, Link2, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ShareActions } from '#web/ui/buttons/share-actions.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useTell } from '#web/ui/feedback/use-tell.ts';
import { QrCode } from '#web/ui/pictures/qr-code.tsx';
import * as texts from '#web/texts/event-links.ts';
import { useChangeLink, useEventLink } from '../queries.ts';
import { GuestsAllowed } from './guests-allowed.tsx';
import { failureText } from '#web/lib/api/failure-text.ts';
import styles from './event-link-sheet.module.css';

const DONE = {
  new: texts.newLinkMade,
  off: texts.linkSwitchedOff,
} as const;
const FAILED = {
  new: texts.makeLinkFailed,
  off: texts.switchOffLinkFailed,
} as const;

/** The link is made on demand, so that one that was switched off stays off. */
export function EventLinkSheet({ event }: { event: { id: number; title: string } }) {
  const query = useEventLink(event.id);
  const change = useChangeLink(event.id);
  const [status, setStatus] = useState('');
  const tell = useTell(setStatus);
  const first = useRef<HTMLButtonElement>(null);
  const manage = useRef<HTMLElement>(null);
  const link = query.data?.link;
  const token = link?.token ?? null;

  const acted = useRef(false);
  const hasLink = Boolean(link);
  useEffect(() => {
    // A removed button loses the focus: the keyboard would start from the top. The link may change before or after the answer.
    if (acted.current && !change.isPending) (hasLink ? manage : first).current?.focus();
  }, [change.isPending, hasLink]);

  const run = (what: 'new' | 'off') => {
    acted.current = true;
    setStatus('');
    change.mutateAsync(what).then(
      () => setStatus(what === 'new' && !link ? '' : DONE[what]),
      (error: unknown) => tell(failureText(FAILED[what], error)),
    );
  };

  if (query.isPending) {
    return (
      <div className={styles.waiting}>
        <Spinner />
      </div>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        title={texts.couldNotLoadTheLink}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const guests = <GuestsAllowed eventId={event.id} allowed={query.data.guests_allowed} />;
  return (
    <div className={styles.sheet}>
      {token !== null ? (
        <>
          <div className={styles.code}>
            <QrCode text={addressOf(token)} label={texts.qrCodeOfTheInvitationLink} />
          </div>
          <p className={styles.hint}>{texts.linkWorksUntil}</p>
          <ShareActions address={addressOf(token)} title={event.title} onStatus={setStatus} inRow />
        </>
      ) : (
        <EmptyState
          icon={<Link2 aria-hidden="true" />}
          title={link ? texts.linkCannotBeShown : texts.thereIsNoLinkYet}
        >
          {link ? texts.linkCannotBeShownHelp : texts.noLinkHelp}
        </EmptyState>
      )}
      <p className={styles.status} role="status">
        {status}
      </p>
      {link ? (
        <details className={styles.manage} open={token === null}>
          <summary ref={manage} className={styles.summary}>
            <Settings2 aria-hidden="true" />
            {texts.manageLink}
            <ChevronDown aria-hidden="true" />
          </summary>
          {guests}
          <div className={styles.changes}>
            <Button variant="secondary" size="small" locked={change.isPending} onClick={() => run('new')}>
              {texts.newLink}
            </Button>
            <Button variant="danger" size="small" locked={change.isPending} onClick={() => run('off')}>
              {texts.switchOff}
            </Button>
          </div>
        </details>
      ) : (
        <>
          {guests}
          <Button ref={first} wide locked={change.isPending} onClick={() => run('new')}>
            {texts.makeALink}
          </Button>
        </>
      )}
    </div>
  );
}

const addressOf = (token: string): string => location.origin + eventLinkPath(token);
