import { readItem, removeItem, writeItem } from './safe-storage.ts';

/** The push endpoint that a session has registered with the server: the subscription ends with that session. */
export const PUSH_KEY = 'hereabouts.push';

export type RegisteredEndpoint = {
  endpoint: string;
  /** Empty where unknown; so is `userId`. */
  sessionId: string;
  userId: string;
  /** `guest`: goes on with the account they sign in to. `left`: ended with its session; goes on with the same person's next. */
  mark: 'guest' | 'left' | null;
};

export function readRegisteredEndpoint(): RegisteredEndpoint | null {
  const registered = readItem(PUSH_KEY);
  if (registered === null) return null;
  const [endpoint = '', sessionId = '', userId = '', mark] = registered.split(' ');
  return { endpoint, sessionId, userId, mark: mark === 'guest' || mark === 'left' ? mark : null };
}

export function storeRegisteredEndpoint(registered: RegisteredEndpoint | null): void {
  if (registered === null) return removeItem(PUSH_KEY);
  const { endpoint, sessionId, userId, mark } = registered;
  // Where it cannot be stored, the page asks again the next time.
  writeItem(PUSH_KEY, [endpoint, sessionId, userId, mark ?? ''].join(' '));
}
