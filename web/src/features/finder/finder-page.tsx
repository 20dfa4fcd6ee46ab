import type { ReactNode } from 'react';
import type { Spot } from '#web/lib/geo/bearing-and-distance.ts';
import { useLive, type LiveEvent } from '#web/live/live-store.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import { documentTitle } from '#web/texts/ui.tsx';
import { Finder } from './components/finder.tsx';
import { FinderFrame, NobodyToFind, NoPlace, NotRunning } from './components/not-finding.tsx';
import { NotReady } from './components/not-ready.tsx';
import { OwnPositionMissing } from './components/own-position-missing.tsx';
import { listTargets, MEETING_POINT, type FinderTarget } from './finder-target.ts';

const TICK_MS = 1_000;

const FinderMap = lazyComponent(
  () => import('./components/finder-map.tsx').then((module) => module.FinderMap),
  {
    loading: <Spinner />,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

/** @param targetId a friend's id, or `MEETING_POINT` */
export function FinderPage({ eventId, targetId }: { eventId: number; targetId: string }) {
  const live = useLive(eventId, TICK_MS);
  if (live.status === 'ready') return <Ready eventId={eventId} targetId={targetId} live={live} />;
  return <NotReady live={live} eventId={eventId} title={texts.finder} />;
}

function Ready({ eventId, targetId, live }: { eventId: number; targetId: string; live: LiveEvent }) {
  const { phase, own, nowMs } = live;
  const target = listTargets(live).find(({ id }) => id === targetId.toLowerCase());
  const title = target ? texts.findNameTitle(target.name) : texts.finder;
  let body: ReactNode;
  // Those on their way find the pin before the start, and at the end those who still look for each other.
  const isOpen = phase === 'running' || (targetId === MEETING_POINT && phase !== 'cancelled');
  if (!isOpen) body = <NotRunning eventId={eventId} phase={phase} />;
  else if (target === undefined) body = <NobodyToFind eventId={eventId} targetId={targetId} />;
  else if (target.spot === null) body = <NoPlace eventId={eventId} target={target} />;
  else if (own.fix === null) {
    const purpose = texts.arrowNeedsLocation(target.name);
    body = <OwnPositionMissing status={own.status} purpose={purpose} eventId={eventId} />;
  } else {
    const found: FinderTarget & { spot: Spot } = { ...target, spot: target.spot };
    return (
      <>
        <title>{documentTitle(title)}</title>
        <Finder
          key={target.id}
          eventId={eventId}
          target={found}
          own={own.fix}
          isOwnLost={own.status !== 'found'}
          nowMs={nowMs}
          map={<FinderMap live={live} target={found} own={own.fix} />}
        />
      </>
    );
  }
  return (
    <FinderFrame eventId={eventId} title={title}>
      {body}
    </FinderFrame>
  );
}
