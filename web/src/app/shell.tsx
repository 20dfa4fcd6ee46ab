import { CalendarPlus, House, Plus, UserRound, UsersRound } from 'lucide-react';
import { Link, Outlet, useLocation } from 'react-router';
import { SharingSlot } from '#web/features/live/sharing-slot.tsx';
import { Bell } from '#web/features/notifications/components/bell.tsx';
import { BottomBar, type BottomBarItem } from '#web/ui/layout/bottom-bar.tsx';
import { IconLink } from '#web/ui/buttons/icon-button.tsx';
import { Wordmark } from '#web/ui/pictures/mark.tsx';
import { PageCorner } from '#web/ui/layout/page-header.tsx';
import { cx } from '#web/lib/class-names.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/app.ts';
import { useArrivals } from './arriving.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './shell.module.css';
import { useViewerId } from '#web/auth/use-session.ts';

const QUICK_LINKS: readonly BottomBarItem[] = [
  { to: '/', label: texts.home, icon: <House aria-hidden="true" /> },
  { to: '/new-event', label: texts.newEvent, icon: <Plus aria-hidden="true" />, prominent: true },
  { to: '/contacts', label: texts.contacts, icon: <UsersRound aria-hidden="true" /> },
  { to: '/profile', label: recurring.profile, icon: <UserRound aria-hidden="true" /> },
];

/** Where the bell is in the app's own header on phones too, or would lead nowhere. */
const BELL_ELSEWHERE: ReadonlySet<string> = new Set(['/', '/notifications']);

export function Shell() {
  const { pathname } = useLocation();
  useArrivals();
  // A chat's composer and the live map's sheet take the place of the quick links.
  const isFilled = /^\/chat\/.|^\/event\/[^/]+\/live$/.test(pathname);
  // So do the buttons at the foot of a form that is a page of its own.
  const hasFoot = /^\/(new-event$|edit-event\/|invite-friends\/)/.test(pathname);
  const viewerId = useViewerId();
  const isSignedIn = viewerId !== '';
  const bell = isSignedIn ? <Bell /> : null;
  return (
    <div className={cx(styles.shell, isFilled && styles.filled, hasFoot && styles.footed)}>
      <a className={styles.skip} href="#content">
        {texts.skipToContent}
      </a>
      {/* On phones other pages have their own header with a way back; two bars would be one too many. */}
      <header className={cx(styles.header, pathname !== '/' && styles.wideOnly)}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home} aria-label={texts.hereaboutsHome}>
            <Wordmark />
          </Link>
          <nav className={styles.actions} aria-label={texts.main}>
            <IconLink to="/new-event" label={texts.createEvent} icon={<CalendarPlus aria-hidden="true" />} />
            {bell}
            <IconLink to="/contacts" label={texts.contacts} icon={<UsersRound aria-hidden="true" />} />
            <IconLink to="/profile" label={recurring.profile} icon={<UserRound aria-hidden="true" />} />
          </nav>
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <PageCorner value={BELL_ELSEWHERE.has(pathname) ? null : bell}>
            <Outlet />
          </PageCorner>
        </ErrorBoundary>
      </main>
      {isSignedIn && <SharingSlot viewerId={viewerId} />}
      {!isFilled && !hasFoot && <BottomBar items={QUICK_LINKS} />}
    </div>
  );
}
