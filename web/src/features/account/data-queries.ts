import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '#web/auth/sign-out.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { call } from '#web/lib/api/api.ts';
import { clearSigningOut, markSigningOut } from '#web/lib/navigation/signing-out.ts';
import { forgetUnsent } from '#web/lib/storage/forget-unsent.ts';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/profile.tsx';
import { downloadData } from './download-data.ts';

export const useDownloadData = () => useMutation({ mutationFn: downloadData });

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
      // Unless somebody else has signed in or become a guest meanwhile.
      if ((readStoredSession()?.userId ?? userId) !== userId) return;
      signOut();
      // A sign-out dismisses what was shown before.
      showNotice(texts.yourAccountHasBeenDeleted);
    },
  });
