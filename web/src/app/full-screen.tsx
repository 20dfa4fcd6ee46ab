import { Outlet, useLocation } from 'react-router';
import { SharingSlot } from '#web/features/live/sharing-slot.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './full-screen.module.css';
import { useViewerId } from '#web/auth/use-session.ts';

/** Frame of full-screen pages: only the sharing bar. */
export function FullScreen() {
  const { pathname } = useLocation();
  return (
    <div className={styles.screen}>
      <main id="content" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <SharingSlot viewerId={useViewerId()} />
    </div>
  );
}
