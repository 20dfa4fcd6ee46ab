import { userRoutes } from '@hereabouts/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/auth/use-session.ts';
import { call } from '#web/lib/api.ts';

/** Who is signed in. Behind the guard somebody always is; empty for the moment in which they sign out. */
export function useViewerId(): string {
  const session = useSession();
  return session.status === 'signed_in' ? session.userId : '';
}

/** The viewer's own name; empty while it is being read, and for a person without one. */
export function useViewerName(): string {
  const query = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(userRoutes.getMe, {}, { signal }),
  });
  return query.data?.name ?? '';
}
