import { useLocation, useNavigate } from 'react-router';
import { isSessionOf } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';

/** The history remembers for whom a link was used, so that a reload does not use it again; its token leaves the address.
 * `isOver`: there is no token, or another tab has signed that person out or somebody else in. */
export function useOpenedLink() {
  const session = useSession();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const tokenHash = params.get('token_hash') ?? '';
  const openedFor = (state as { openedFor?: string } | null)?.openedFor ?? null;
  const markOpened = (userId: string) => {
    for (const key of ['token_hash', 'type']) params.delete(key);
    const opened = { ...(state as object | null), openedFor: userId };
    void navigate({ pathname, search: params.toString() }, { replace: true, state: opened });
  };
  const isOver = openedFor === null ? tokenHash === '' : !isSessionOf(session, openedFor);
  return { tokenHash, openedFor, isOver, markOpened };
}
