/** The push endpoint that this session has told the server: a subscription ends with its session. */
const KEY = 'hereabouts.push';

export function readPushEndpoint(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function storePushEndpoint(endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, endpoint);
  } catch {
    // The page asks again the next time.
  }
}
