import { liveRoutes } from '@hereabouts/contract/live';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, NetworkError } from '#web/lib/api/api.ts';
import * as texts from '#web/texts/live.tsx';
import { showBeacon } from './beacon-store.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

function problemText(error: Error): string {
  if (error instanceof NetworkError) return failureText(texts.beaconFailedNoConnection, error);
  if (!(error instanceof ApiError)) return texts.beaconFailed;
  if (error.code === 'rate_limited') return texts.beaconTooSoon;
  return error.status < 500 ? error.message : texts.beaconFailed;
}

/** On the viewer's and a friend's screens. Source: FIND-02. */
export function useLightBeacon(
  eventId: number,
  onProblem: (text: string) => void,
): { lightUp: (userId: string) => void; isSending: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) =>
      call(liveRoutes.lightBeacon, { params: { eventId }, body: { user_id: userId } }),
    // One that goes out when the connection is back some time would only startle.
    retry: false,
    onSuccess: showBeacon,
    onError: (error) => onProblem(problemText(error)),
  });
  return { lightUp: mutate, isSending: isPending };
}
