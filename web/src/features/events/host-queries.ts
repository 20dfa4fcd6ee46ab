import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#web/lib/api/api.ts';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-page.tsx';
import { eventKey } from './queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

const CO_HOST_FAILED = texts.changeCoHostsFailed;

export function useChangeCoHost(eventId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, isCoHost }: { userId: string; isCoHost: boolean }) =>
      call(isCoHost ? coHostRoutes.addCoHost : coHostRoutes.removeCoHost, { params: { eventId, userId } }),
    onSuccess: () => clearAlerts(CO_HOST_FAILED),
    onError: (error) =>
      showAlert(
        error instanceof ApiError && (error.code === 'invalid' || error.code === 'conflict')
          ? error.message
          : failureText(CO_HOST_FAILED, error),
      ),
    // Not awaited: the dialog is locked until the answer is there.
    onSettled: () => void client.invalidateQueries({ queryKey: eventKey(eventId) }),
  });
}
