import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { parseArrival } from '#web/auth/confirmation-link.ts';
import { useSession } from '#web/auth/use-session.ts';
import { isLeaving } from '#web/lib/leaving.ts';
import { safeTarget, withNext } from '#web/lib/safe-target.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { LiveSession } from './live-session.tsx';

/** Lets only signed-in people through; others are sent to sign in, and come back afterwards (NAV-03, NAV-07). */
export function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'checking') return <Spinner page />;
  if (session.status === 'signed_in') {
    return (
      <LiveSession key={session.userId} userId={session.userId}>
        <Outlet />
      </LiveSession>
    );
  }
  // A link from a mail that no longer works is explained where one signs in.
  if (parseArrival(hash).kind === 'problem') return <Navigate to={`/login${hash}`} replace />;
  const asked = isLeaving() ? null : pathname + search;
  return <Navigate to={withNext('/login', asked)} replace />;
}

/** Lets only signed-out people through; others go to the page they first asked for (NAV-06, NAV-07). */
export function RequireNoSession() {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.status === 'checking') return <Spinner page />;
  if (session.status === 'signed_in') {
    return <Navigate to={safeTarget(params.get('next'), location.origin)} replace />;
  }
  return <Outlet />;
}
