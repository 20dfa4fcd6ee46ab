import { liveRoutes } from '@hereabouts/contract/live';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, NetworkError } from '#web/lib/api/api.ts';
import { showFlash } from './flash-store.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

/** For a failed flash. */
function problemText(error: Error): string {
  if (error instanceof NetworkError) return failureText('Could not flash: no connection.', error);
  if (!(error instanceof ApiError)) return 'Could not flash. Please try again.';
  if (error.code === 'rate_limited') return 'You have just flashed each other. Try again in a few seconds.';
  return error.status < 500 ? error.message : 'Could not flash. Please try again.';
}

/** Fills the viewer's and a friend's screens with one colour. Source: FIND-02. */
export function useSendFlash(
  eventId: number,
  onProblem: (text: string) => void,
): { flash: (userId: string) => void; isSending: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) =>
      call(liveRoutes.sendFlash, { params: { eventId }, body: { user_id: userId } }),
    // One that goes out when the connection is back some time would only startle.
    retry: false,
    onSuccess: showFlash,
    onError: (error) => onProblem(problemText(error)),
  });
  return { flash: mutate, isSending: isPending };
}
