import { notificationSettingsRoutes, type SettingsToSave } from '@hereabouts/contract/notification-settings';
import { pushRoutes, type OwnPush } from '@hereabouts/contract/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { logError } from '#web/lib/log.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/notifications.tsx';
import { renew } from './device.ts';

const pushKey = ['push'] as const;

/** Renews the browser's subscription where it has changed. */
export function useOwnPush(enabled = true) {
  return useQuery({
    queryKey: pushKey,
    enabled,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const own = await call(pushRoutes.getPush, {}, { signal });
      await renew(own).catch((cause: unknown) => logError('a push subscription was not renewed', cause));
      return own;
    },
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    // The dialog may be closed and opened again meanwhile: what is saved last stays.
    scope: { id: 'notification settings' },
    mutationFn: (body: SettingsToSave) =>
      call(notificationSettingsRoutes.saveNotificationSettings, { body }, { limitMs: WRITE_TIMEOUT_MS }),
    // Also once the dialog is closed.
    onError: (error) => showAlert(failureText(texts.saveSettingsFailed, error)),
    onSuccess: (settings) => applyOwnResult<OwnPush>(client, pushKey, (own) => own && { ...own, settings }),
  });
}
