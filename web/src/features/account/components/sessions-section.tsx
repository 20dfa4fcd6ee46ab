import type { OwnSession } from '@hereabouts/contract/sessions';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { isNotFound } from '#web/lib/api/api.ts';
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
  const end = useEndSession();
  const section = useRef<HTMLElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [asksForAll, setAsksForAll] = useState<boolean | null>(null);
  const sessions = query.data?.sessions ?? [];

  const run = (which: string, done: string) =>
    end.mutate(which, {
      onSuccess() {
        // The button that was pressed goes with its row.
        section.current?.focus();
        showNotice(done);
      },
      async onError(error) {
        if (!isNotFound(error)) return showAlert(failureText(texts.signOutThereFailed, error));
        const { data } = await query.refetch();
        const isSpared = data?.sessions.some(({ id }) => id === which);
        showAlert(isSpared ? texts.sessionSpared : texts.sessionEndedAlready);
      },
      onSettled: () => setAsksForAll((asked) => asked && false),
    });

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="sessions">
      <SectionHeading id="sessions">{texts.whereYouAreSignedIn}</SectionHeading>
      {query.data ? (
        <ul className={styles.list}>
          {sessions.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => run(session.id, texts.sessionSignedOut(sessionName(session)))}
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
          busy={end.isPending}
          busyLabel={texts.signingOut}
          onConfirm={() => run('others', texts.allOthersSignedOut)}
          onCancel={() => setAsksForAll(false)}
        >
          {texts.signOutAllOthersHelp}
        </ConfirmDialog>
      )}
    </section>
  );
}

type SessionProps = { session: OwnSession; busy: boolean; onEnd: () => void };

function Session({ session, busy, onEnd }: SessionProps) {
  const name = sessionName(session);
  const { start, use } = sessionTimes(session, { now: now() });
  const Icon = /phone|pad|tablet|android|galaxy|pixel/i.test(name) ? Smartphone : Laptop;
  return (
    <li className={styles.session}>
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
          busy={busy}
          busyLabel={texts.signingOut}
          onClick={onEnd}
        >
          {texts.signOutOne}
        </Button>
      )}
    </li>
  );
}
