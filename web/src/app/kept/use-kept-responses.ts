import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionState } from '#web/auth/session.ts';
import { loadUntilThere } from '#web/lib/loading/load-until-there.ts';
import { releaseOfPage } from '#web/lib/release/new-release.ts';
import { mayBeKept } from '#web/lib/storage/kept-database.ts';
import type { Kept } from './start-kept.ts';

let running: Kept | null = null;

/** Forgets everything when the session ends, here or in another tab (PWA-05). */
export function useKeptResponses(client: QueryClient, session: SessionState): void {
  const owner = session.status === 'signed_in' ? session.userId : null;
  const isSignedOut = session.status === 'signed_out';
  useEffect(() => keep(client, owner), [client, owner]);
  useEffect(() => {
    if (!isSignedOut) return;
    // A page with the database open clears it: deleting would wait until it is closed. Where one signs out from the second step
    // of a sign-in, `running` has ended earlier.
    if (running !== null) running.forget();
    // Where the part does not load, the next page tries again.
    else if (mayBeKept())
      void import('./forget-kept.ts').then(({ forgetKept }) => forgetKept()).catch(() => {});
  }, [isSignedOut]);
}

function keep(client: QueryClient, owner: string | null): (() => void) | undefined {
  if (owner === null) return undefined;
  let own: Kept | null = null;
  // Without it nothing is kept, and answers that wait are not sent.
  const stopLoading = loadUntilThere(
    () => import('./start-kept.ts'),
    ({ startKept }) => {
      running = own = startKept(client, owner, releaseOfPage() ?? 'development');
    },
  );
  return () => {
    stopLoading();
    own?.end();
  };
}

/** As `KeptResponses.recheck`, where anything is kept. */
export const recheckKept = (keys?: readonly QueryKey[]): void => running?.recheck(keys);
