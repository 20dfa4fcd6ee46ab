import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '#web/auth/use-session.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Wordmark } from '#web/ui/pictures/mark.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { RealtimeConnection } from './realtime-connection.tsx';
import styles from './open-page.module.css';
import { Shell } from './shell.tsx';

/** For pages open to everybody; signed-in people get the app's frame. */
export function OpenPage() {
  const session = useSession();
  if (session.status === 'checking') return <Spinner page />;
  if (session.status === 'signed_in') {
    return (
      <RealtimeConnection key={session.userId} userId={session.userId}>
        <Shell />
      </RealtimeConnection>
    );
  }
  return (
    <OpenFrame>
      <Outlet />
    </OpenFrame>
  );
}

export function OpenFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Wordmark className={styles.mark ?? ''} />
      </header>
      <main id="content" tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>{children}</ErrorBoundary>
      </main>
    </div>
  );
}
