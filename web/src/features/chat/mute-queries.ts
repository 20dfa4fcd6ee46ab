import { notificationSettingsRoutes, type Mute } from '@hereabouts/contract/notification-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, WRITE_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/chat.tsx';
import { keepMute } from './log-queries.ts';

export function useMuteChat(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    // The menu can be used again meanwhile: what is chosen last stays.
    scope: { id: `mute ${eventId}` },
    mutationFn: (time: Mute | null) =>
      call(
        notificationSettingsRoutes.muteChat,
        { params: { eventId }, body: { for: time } },
        { limitMs: WRITE_TIMEOUT_MS },
      ),
    onSuccess(saved) {
      keepMute(client, eventId, saved.mute);
      showNotice(saved.mute === null ? texts.notificationsAreOn : texts.thisChatIsMuted);
    },
    onError: (error) => showAlert(failureText(texts.changeMuteFailed, error)),
  });
}
