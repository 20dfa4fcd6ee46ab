import { accountDataRoutes, dataFileName } from '@hereabouts/contract/account-data';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { subscribeToSession } from '#web/auth/session.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { now } from '#web/lib/time/clock.ts';
import { dayKey } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/profile.tsx';

/** As the server's own limit of a download. */
const DOWNLOAD_TIMEOUT_MS = 15 * MINUTE_MS;

/** Saves what is stored about the viewer, unless somebody else or nobody is signed in by then. Gives the name of the file, null
 * where none was saved. */
export async function downloadData(): Promise<string | null> {
  const userId = readStoredSession()?.userId;
  const hasLeft = () => readStoredSession()?.userId !== userId;
  const leaving = new AbortController();
  const stopWatching = subscribeToSession(() => hasLeft() && leaving.abort());
  try {
    const options = { limitMs: DOWNLOAD_TIMEOUT_MS, signal: leaving.signal };
    const data = await call(accountDataRoutes.downloadData, {}, options);
    if (hasLeft()) return null;
    const name = dataFileName(dayKey(now()));
    saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    return name;
  } catch (error) {
    if (hasLeft()) return null;
    throw new Error(downloadProblem(error), { cause: error });
  } finally {
    stopWatching();
  }
}

const downloadProblem = (error: unknown): string =>
  error instanceof ApiError && error.code === 'rate_limited'
    ? texts.downloadLimitReached
    : failureText(texts.downloadFailed, error);
