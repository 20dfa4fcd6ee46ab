import { friendLinkPath } from '@hereabouts/contract/friend-links';
import { Link2Off } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatStart } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ShareActions } from '#web/ui/buttons/share-actions.tsx';
import { QrCode } from '#web/ui/pictures/qr-code.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useTell } from '#web/ui/feedback/use-tell.ts';
import * as texts from '#web/texts/friend-links.tsx';
import { useLinkShared, useMakeLink, useOwnLink, useRevokeLink } from '../queries.ts';
import { NewFriends } from './new-friends.tsx';
import styles from './own-link.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

/** Creates a link if there is none. */
export function OwnLink({ viewerId }: { viewerId: string }) {
  const own = useOwnLink();
  const make = useMakeLink();
  const revoke = useRevokeLink();
  const shared = useLinkShared();
  const [status, setStatus] = useState('');
  const tell = useTell(setStatus);
  // Here it is drawn in place of the link.
  const tellOfNoLink = useTell(() => {});
  const again = useRef<HTMLButtonElement>(null);
  const link = own.data?.link;

  // Only the first fresh answer: a link that is revoked or expires while it is shown is not made anew unasked.
  const [looked, setLooked] = useState(false);
  const isFresh = own.isFetchedAfterMount && own.isSuccess;
  const { mutate: makeLink } = make;
  useEffect(() => {
    if (!isFresh || looked) return;
    // oxlint-disable-next-line react/set-state-in-effect -- with the request, or "no link" would flash up before it
    setLooked(true);
    if (link === null) makeLink();
  }, [isFresh, looked, link, makeLink]);

  const busy = make.isPending || revoke.isPending;
  const acted = useRef(false);
  useEffect(() => {
    // A button that is disabled or gone loses the focus; without one the keyboard would start from the top.
    if (busy || !acted.current) return;
    acted.current = false;
    again.current?.focus();
  }, [busy]);

  const renew = () => {
    acted.current = true;
    setStatus('');
    make.mutateAsync().then(
      () => setStatus(texts.newLinkMade),
      (error: unknown) => tellOfNoLink(failureText(texts.makeLinkFailed, error)),
    );
  };
  const end = () => {
    acted.current = true;
    setStatus('');
    // Or its failure would be what there is to say of no link.
    make.reset();
    revoke.mutateAsync().then(
      () => setStatus(texts.linkSwitchedOff),
      (error: unknown) => tell(failureText(texts.switchOffLinkFailed, error)),
    );
  };

  return (
    <div className={styles.sheet}>
      {link ? (
        <>
          <QrCode text={addressOf(link.token)} label={texts.qrCodeOfYourLink} />
          <NewFriends viewerId={viewerId}>{texts.linkExpiry(formatStart(link.expires_at))}</NewFriends>
          <ShareActions
            address={addressOf(link.token)}
            title={texts.addMeOnHereabouts}
            onStatus={setStatus}
            onShared={shared.mutate}
          />
        </>
      ) : own.isError || make.isError ? (
        <ErrorState
          title={texts.couldNotLoadYourLink}
          retrying={own.isFetching || busy}
          onRetry={() => (own.isError ? void own.refetch() : make.mutate())}
        />
      ) : looked && !busy ? (
        <EmptyState icon={<Link2Off aria-hidden="true" />} title={texts.noWorkingLink}>
          {texts.noWorkingLinkWhy}
        </EmptyState>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
      <p className={styles.status} role="status">
        {status || (make.isError && link ? failureText(texts.makeLinkFailed, make.error) : '')}
      </p>
      {looked && own.isSuccess ? (
        <div className={styles.lifetime}>
          <Button ref={again} variant="secondary" size="small" disabled={busy} onClick={renew}>
            {texts.newLink}
          </Button>
          {link ? (
            <Button variant="danger" size="small" disabled={busy} onClick={end}>
              {texts.revoke}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const addressOf = (token: string): string => location.origin + friendLinkPath(token);
