import { readStoredSession } from '#web/auth/stored-session.ts';
import { useMe } from '#web/features/account/queries.ts';

/** The viewer's own name: empty for a person without one, null while it is being read. Where it cannot be read, the name
 * that the session came with. */
export function useViewerName(): string | null {
  const me = useMe();
  if (me.isPending) return null;
  return me.data?.name ?? readStoredSession()?.userName ?? '';
}
