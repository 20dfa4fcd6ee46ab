import { readStoredSession } from '#web/auth/stored-session.ts';
import { useMe } from '#web/features/account/queries.ts';

/** Empty for a person without a name, null while being read; the session's name where it cannot be read. */
export function useViewerName(): string | null {
  const me = useMe();
  if (me.isPending) return null;
  return me.data?.name ?? readStoredSession()?.userName ?? '';
}
