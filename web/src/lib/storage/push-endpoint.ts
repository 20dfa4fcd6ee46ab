/** The push endpoint that a session has told the server: a subscription ends with its session. */
const KEY = 'hereabouts.push';

export type ToldEndpoint = { endpoint: string; /** Empty where it is not known. */ sessionId: string };

export function readToldEndpoint(): ToldEndpoint | null {
  try {
    const told = localStorage.getItem(KEY);
    if (told === null) return null;
    const [endpoint = '', sessionId = ''] = told.split(' ');
    return { endpoint, sessionId };
  } catch {
    return null;
  }
}

export function storeToldEndpoint(told: ToldEndpoint | null): void {
  try {
    if (told === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${told.endpoint} ${told.sessionId}`);
  } catch {
    // The page asks again the next time.
  }
}
