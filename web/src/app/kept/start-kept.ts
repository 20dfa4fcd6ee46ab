import type { QueryClient } from '@tanstack/react-query';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { KeptAnswers } from './kept-answers.ts';
import { openKeptStore } from './kept-store.ts';

/** `end` keeps what was read if its owner is still signed in, and deletes it if not. */
export type Kept = Pick<KeptAnswers, 'recheck'> & { end: () => void };

export function startKept(client: QueryClient, owner: string, release: string): Kept {
  const isCurrent = () => readStoredSession()?.userId === owner;
  const kept = new KeptAnswers({
    client,
    owner,
    release,
    clock: webClock,
    isCurrent,
    store: openKeptStore(),
  });
  const flush = () => kept.flush();
  addEventListener('pagehide', flush);
  return {
    recheck: (keys) => kept.recheck(keys),
    end() {
      removeEventListener('pagehide', flush);
      if (isCurrent()) kept.stop();
      else void kept.forget();
    },
  };
}
