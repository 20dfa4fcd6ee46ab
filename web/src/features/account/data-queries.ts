import { accountDataRoutes, dataFileName } from '@hereabouts/contract/account-data';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '#web/auth/sign-out.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import { now } from '#web/lib/time/clock.ts';
import { dayKey } from '#web/lib/time/dates.ts';
import { clearSigningOut, markSigningOut } from '#web/lib/navigation/signing-out.ts';
import { forgetUnsent } from '#web/lib/storage/forget-unsent.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import * as texts from '#web/texts/profile.tsx';

/** As the server's own limit of a download. */
const DOWNLOAD_TIMEOUT_MS = 15 * MINUTE_MS;

export const useDownloadData = () =>
  useMutation({
    mutationFn: async () => {
      const options = { limitMs: DOWNLOAD_TIMEOUT_MS };
      const data = await call(accountDataRoutes.downloadData, {}, options).catch((error: unknown) => {
        throw new Error(downloadProblem(error), { cause: error });
      });
      const name = dataFileName(dayKey(now()));
      saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      return name;
    },
  });

const downloadProblem = (error: unknown): string =>
  error instanceof ApiError && error.code === 'rate_limited'
    ? texts.downloadLimitReached
    : failureText(texts.downloadFailed, error);

/** The server ends this session too, possibly before the response: nothing here may depend on what is rendered. */
export const useDeleteAccount = () =>
  useMutation({
    async mutationFn(password: string) {
      const userId = readStoredSession()?.userId;
      await call(accountDataRoutes.deleteAccount, { body: { password } });
      if (userId) forgetUnsent(userId);
      return userId;
    },
    onMutate: markSigningOut,
    onError: clearSigningOut,
    onSuccess(userId) {
      // Not somebody else, who has signed in or come as a guest meanwhile.
      if ((readStoredSession()?.userId ?? userId) !== userId) return;
      signOut();
      // A sign-out dismisses what was shown before.
      showNotice(texts.yourAccountHasBeenDeleted);
    },
  });
