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
import { listSought, MEETING_POINT, type Sought } from './sought.ts';

const TICK_MS = 1_000;

const FinderMap = lazyComponent(
  () => import('./components/finder-map.tsx').then((module) => module.FinderMap),
  {
    loading: <Spinner />,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

/** @param target a friend's id, or `MEETING_POINT` */
export function FinderPage({ eventId, target }: { eventId: number; target: string }) {
  const live = useLive(eventId, TICK_MS);
  if (live.status === 'ready') return <Ready eventId={eventId} target={target} live={live} />;
  return <NotReady live={live} eventId={eventId} title={texts.finder} />;
}

function Ready({ eventId, target, live }: { eventId: number; target: string; live: LiveEvent }) {
  const { phase, own, nowMs } = live;
  const sought = listSought(live).find(({ id }) => id === target.toLowerCase());
  const title = sought ? texts.findNameTitle(sought.name) : texts.finder;
  let body: ReactNode;
  if (phase !== 'running' && target !== MEETING_POINT) body = <NotRunning eventId={eventId} phase={phase} />;
  else if (sought === undefined) body = <NobodyToFind eventId={eventId} target={target} />;
  else if (sought.spot === null) body = <NoPlace eventId={eventId} sought={sought} />;
  else if (own.fix === null) {
    const purpose = texts.arrowNeedsLocation(sought.name);
    body = <OwnPositionMissing status={own.status} purpose={purpose} eventId={eventId} />;
  } else {
    const found: Sought & { spot: Spot } = { ...sought, spot: sought.spot };
    return (
      <>
        <title>{documentTitle(title)}</title>
        <Finder
          key={sought.id}
          eventId={eventId}
          sought={found}
          own={own.fix}
          isOwnLost={own.status !== 'found'}
          nowMs={nowMs}
          map={<FinderMap live={live} sought={found} own={own.fix} />}
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
