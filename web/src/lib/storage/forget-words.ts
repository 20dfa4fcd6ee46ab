import type { QueryClient } from '@tanstack/react-query';

type Listener = (userId: string, client: QueryClient) => void;
const listeners = new Set<Listener>();

/** For what is kept elsewhere than in the query cache, or read by parts that may not have loaded. */
export function onWordsForgotten(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Forgets what a person said in chats that are not on the screen. After a block it would come back: a log in memory is read from
 * its end only when it is returned to, and one of the device is shown before it is read. */
export function forgetWordsOf(userId: string, client: QueryClient): void {
  client.removeQueries({ queryKey: ['chat'], type: 'inactive' });
  for (const listener of listeners) listener(userId, client);
}
