import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { parseArrival } from '#web/auth/confirmation-link.ts';
import { useIsAnonymous, useSession } from '#web/auth/use-session.ts';
import { isSigningOut } from '#web/lib/navigation/signing-out.ts';
import { safeTarget, withNext } from '#web/lib/navigation/safe-target.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AccountNeededPage } from './account-needed-page.tsx';
import { RealtimeConnection } from './realtime-connection.tsx';

/** Others sign in, or pass the second step, and come back afterwards (NAV-03, NAV-07, MFA-03). */
export function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'checking') return <Spinner page />;
  if (session.status === 'signed_in') {
    return (
      <RealtimeConnection key={session.userId} userId={session.userId}>
        <Outlet />
      </RealtimeConnection>
    );
  }
  const asked = isSigningOut() ? null : pathname + search;
  if (session.status === 'second_step') return <Navigate to={withNext('/two-step', asked)} replace />;
  // The sign-in page explains a link that no longer works.
  if (parseArrival(hash).kind === 'problem') return <Navigate to={`/login${hash}`} replace />;
  return <Navigate to={withNext('/login', asked)} replace />;
}

/** For signed-out people and guests; others go to the page they requested (NAV-06, NAV-07). */
export function RequireNoAccount() {
  return useIsAnonymous() ? <Outlet /> : <RequireStep of="signed_out" />;
}

/** Explains to guests without an account that they need one (GUEST-01). */
export function RequireAccount() {
  return useIsAnonymous() ? <AccountNeededPage /> : <Outlet />;
}

/** For those who have yet to pass the second step (MFA-03). */
export function RequireSecondStep() {
  return <RequireStep of="second_step" />;
}

/** One step of signing in; redirects to the current step, and at the end to the requested page. */
function RequireStep({ of: step }: { of: 'signed_out' | 'second_step' }) {
  const { status } = useSession();
  const [params] = useSearchParams();
  const next = params.get('next');
  if (status === 'checking') return <Spinner page />;
  if (status === 'signed_in') return <Navigate to={safeTarget(next, location.origin)} replace />;
  if (status === step) return <Outlet />;
  const page = status === 'second_step' ? '/two-step' : '/login';
  return <Navigate to={withNext(page, isSigningOut() ? null : next)} replace />;
}
