import { readItem, removeItem, writeItem } from './safe-storage.ts';

/** The push endpoint that a session has told the server: a subscription ends with its session. */
const KEY = 'hereabouts.push';

export type ToldEndpoint = {
  endpoint: string;
  /** As the user's id, empty where it is not known. */
  sessionId: string;
  userId: string;
  /** Of a guest: it goes on with the account that they sign in to. `left`: the session ended by itself, and the subscription
   * with it; it goes on with the same person's next session. */
  mark: 'guest' | 'left' | null;
};

export function readToldEndpoint(): ToldEndpoint | null {
  const told = readItem(KEY);
  if (told === null) return null;
  const [endpoint = '', sessionId = '', userId = '', mark] = told.split(' ');
  return { endpoint, sessionId, userId, mark: mark === 'guest' || mark === 'left' ? mark : null };
}

export function storeToldEndpoint(told: ToldEndpoint | null): void {
  if (told === null) return removeItem(KEY);
  const { endpoint, sessionId, userId, mark } = told;
  // Where it cannot be stored, the page asks again the next time.
  writeItem(KEY, [endpoint, sessionId, userId, mark ?? ''].join(' '));
}
