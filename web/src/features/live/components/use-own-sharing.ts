import type { LivePage } from '@hereabouts/contract/live';
import type { Sharing } from '@hereabouts/contract/sharing';
import { useSharings } from '#web/live/sharing-query.ts';
import type { StopState } from '#web/live/stop-outbox.ts';
import { useStopState } from '#web/live/stopping.ts';

export function useOwnSharing({ event, sharing }: LivePage): {
  sharing: Sharing | null | undefined;
  stopState: StopState | null;
} {
  const { data: sharings } = useSharings();
  // The list is updated by every change; the page may be older.
  const own = sharings ? sharings.find((one) => one.event.id === event.id) : sharing;
  return { sharing: own, stopState: useStopState(event.id) };
}
