import { useSharings } from '#web/live/sharing-query.ts';
import { useStopOutbox } from '#web/live/stopping.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as texts from '#web/texts/every-page.ts';

const SharingBars = lazyComponent(
  () => import('./components/sharing-bars.tsx').then((module) => module.SharingBars),
  { loading: null, failedTitle: texts.sharingBarNotLoaded },
);

/** On every signed-in page: nothing, and loaded as nothing, unless the viewer is sharing (LIVE-03). */
export function SharingSlot({ viewerId }: { viewerId: string }) {
  useStopOutbox(viewerId);
  const { data: sharings } = useSharings();
  return sharings?.length ? <SharingBars sharings={sharings} /> : null;
}
