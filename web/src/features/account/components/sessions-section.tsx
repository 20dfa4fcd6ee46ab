import type { OwnSession } from '@hereabouts/contract/sessions';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { isNotFound } from '#web/lib/api/api.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { now } from '#web/lib/time/clock.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/profile.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { useEndSession, useSessions } from '../session-queries.ts';
import { sessionName, sessionTimes } from '../session-words.ts';
import styles from './sessions-section.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const ConfirmDialog = lazyComponent(
  () => import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  { loading: null, failedTitle: recurring.couldNotLoadThisPart },
);

const SHOWN_AT_FIRST = 5;

/** Source: SESS-01. */
export function SessionsSection() {
  const query = useSessions();
  const endOthers = useEndSession();
  const section = useRef<HTMLElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [asksForAll, setAsksForAll] = useState<boolean | null>(null);
  const sessions = query.data?.sessions ?? [];

  const readAgain = async () => (await query.refetch()).data?.sessions ?? [];
  const onFailed = async (which: string, error: unknown) => {
    if (!isNotFound(error)) return showAlert(failureText(texts.signOutThereFailed, error));
    const isSpared = (await readAgain()).some(({ id }) => id === which);
    showAlert(isSpared ? texts.sessionSpared : texts.sessionEndedAlready);
  };
  const onOthersEnded = async () => {
    section.current?.focus();
    // One that is setting a new password stays for a while.
    const isSpared = (await readAgain()).length > 1;
    showNotice(isSpared ? texts.sessionSpared : texts.allOthersSignedOut);
  };
  const closeQuestion = () => setAsksForAll(false);

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="sessions">
      <SectionHeading id="sessions">{texts.whereYouAreSignedIn}</SectionHeading>
      {query.data ? (
        <ul className={styles.list}>
          {sessions.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((session) => (
            <Session
              key={session.id}
              session={session}
              onLostFocus={() => section.current?.focus()}
              onFailed={onFailed}
            />
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={texts.loadingSessions}>
          <Skeleton shape="block" height="56px" />
          <Skeleton shape="block" height="56px" />
        </Loading>
      )}
      {sessions.length > 1 && (
        <div className={styles.actions}>
          {sessions.length > SHOWN_AT_FIRST && !showsAll && (
            <Button variant="quiet" onClick={() => setShowsAll(true)}>
              {texts.showAllSessions(sessions.length)}
            </Button>
          )}
          <Button variant="secondary" onClick={() => setAsksForAll(true)}>
            {texts.signOutAllOthers}
          </Button>
        </div>
      )}
      {asksForAll !== null && (
        <ConfirmDialog
          open={asksForAll}
          title={texts.signOutAllOtherSessions}
          confirmLabel={texts.signOutAllOthers}
          danger
          busy={endOthers.isPending}
          busyLabel={texts.signingOut}
          onConfirm={() =>
            endOthers.mutate('others', {
              onSuccess: () => void onOthersEnded(),
              onError: (error) => void onFailed('others', error),
              onSettled: closeQuestion,
            })
          }
          onCancel={closeQuestion}
        >
          {texts.signOutAllOthersHelp}
        </ConfirmDialog>
      )}
    </section>
  );
}

type SessionProps = {
  session: OwnSession;
  onLostFocus: () => void;
  onFailed: (id: string, error: unknown) => void;
};

function Session({ session, onLostFocus, onFailed }: SessionProps) {
  const end = useEndSession();
  const row = useRef<HTMLLIElement>(null);
  useLostFocus(row, onLostFocus);
  const name = sessionName(session);
  const signOut = () =>
    // By the promise: callbacks of `mutate` go with the row, which may leave before the end.
    end.mutateAsync(session.id).then(
      () => showNotice(texts.sessionSignedOut(name)),
      (error: unknown) => onFailed(session.id, error),
    );
  const { start, use } = sessionTimes(session, { now: now() });
  const Icon = /phone|pad|tablet|android|galaxy|pixel/i.test(name) ? Smartphone : Laptop;
  return (
    <li ref={row} className={styles.session}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.lines}>
        <span className={styles.title}>
          <span className={styles.name}>{name}</span>
          {session.is_current && <span className={styles.current}>{texts.thisDevice}</span>}
        </span>
        <span className={styles.time}>{start}</span>
        <span className={styles.time}>{use}</span>
      </div>
      {!session.is_current && (
        <Button
          variant="secondary"
          size="small"
          aria-label={texts.signOutName(name)}
          busy={end.isPending}
          busyLabel={texts.signingOut}
          onClick={() => void signOut()}
        >
          {texts.signOutOne}
        </Button>
      )}
    </li>
  );
}
