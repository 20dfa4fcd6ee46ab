/** The push endpoint that a session has told the server: a subscription ends with its session. */
const KEY = 'hereabouts.push';

export type ToldEndpoint = {
  endpoint: string;
  /** As the user's id, empty where it is not known. */
  sessionId: string;
  userId: string;
  /** The session ended by itself, and the subscription with it: the same person's next one registers again. */
  isLeft?: boolean;
};

export function readToldEndpoint(): ToldEndpoint | null {
  try {
    const told = localStorage.getItem(KEY);
    if (told === null) return null;
    const [endpoint = '', sessionId = '', userId = '', left] = told.split(' ');
    return { endpoint, sessionId, userId, isLeft: left !== undefined };
  } catch {
    return null;
  }
}

export function storeToldEndpoint(told: ToldEndpoint | null): void {
  try {
    if (told === null) localStorage.removeItem(KEY);
    else {
      const { endpoint, sessionId, userId, isLeft } = told;
      localStorage.setItem(KEY, [endpoint, sessionId, userId, ...(isLeft ? ['left'] : [])].join(' '));
    }
  } catch {
    // The page asks again the next time.
  }
}
