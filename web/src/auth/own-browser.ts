import { ApiError } from '#web/lib/api/api.ts';
import { renewSession } from './session.ts';

/** For what the server gives to a session's own browser alone: one that signed in long ago gets the cookie for it when it
 * renews its session. */
export async function asOwnBrowser<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.code === 'forbidden')) throw cause;
    await renewSession();
    return await ask();
  }
}
