import { useState, type ReactNode } from 'react';
import { useHeadingKind } from '#web/lib/device/heading/use-heading.ts';
import { useLive, type LiveEvent } from '#web/live/live-store.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import { AskForCamera, AskForCompass, WithoutAr, type Lack } from './components/ar-steps.tsx';
import { ArView } from './components/ar-view.tsx';
import { FinderFrame, NotRunning } from './components/not-finding.tsx';
import { NotReady } from './components/not-ready.tsx';
import { OwnPositionMissing } from './components/own-position-missing.tsx';
import { listTargets } from './finder-target.ts';
import { useCamera } from './use-camera.ts';
import { useCourse } from './use-course.ts';

const TICK_MS = 1_000;
const TITLE = recurring.arView;

/** Source: AR-01. */
export function ArPage({ eventId }: { eventId: number }) {
  const live = useLive(eventId, TICK_MS);
  if (live.status === 'ready') return <Ready eventId={eventId} live={live} />;
  return <NotReady live={live} eventId={eventId} title={TITLE} />;
}

function Ready({ eventId, live }: { eventId: number; live: LiveEvent }) {
  const { phase, own } = live;
  if (phase !== 'running' || own.fix === null) {
    return (
      <FinderFrame eventId={eventId} title={TITLE}>
        {phase === 'running' ? (
          <OwnPositionMissing eventId={eventId} status={own.status} purpose={texts.arNeedsLocation} />
        ) : (
          <NotRunning eventId={eventId} phase={phase} />
        )}
      </FinderFrame>
    );
  }
  return <Looking eventId={eventId} live={live} />;
}

/** First the compass, then the camera. */
function Looking({ eventId, live }: { eventId: number; live: LiveEvent }) {
  const heading = useHeadingKind();
  const camera = useCamera();
  // For this visit: it outlives a look at another app, for which the camera is given back.
  const [alignDeg, setAlignDeg] = useState(0);
  useCourse(live.own.fix);
  const { state } = camera;
  const lack = lackOf(heading, state.kind);
  if (lack === null && state.kind === 'on' && heading !== 'unasked') {
    return (
      <ArView eventId={eventId} live={live} stream={state.stream} alignDeg={alignDeg} onAlign={setAlignDeg} />
    );
  }
  const targets = listTargets(live).filter(({ spot }) => spot !== null);
  let body: ReactNode;
  if (lack !== null)
    body = <WithoutAr eventId={eventId} lack={lack} targets={targets} onRetry={camera.start} />;
  else if (heading === 'unasked') body = <AskForCompass />;
  else if (heading === 'unknown' || heading === 'searching')
    body = <Spinner visible label={texts.findingYourCompass} />;
  else body = <AskForCamera onStart={camera.start} isAsking={state.kind === 'asking'} />;
  return (
    <FinderFrame eventId={eventId} title={TITLE}>
      {body}
    </FinderFrame>
  );
}

function lackOf(
  heading: ReturnType<typeof useHeadingKind>,
  camera: ReturnType<typeof useCamera>['state']['kind'],
): Lack | null {
  if (heading === 'none') return 'no_compass';
  if (heading === 'denied') return 'compass_denied';
  return camera === 'off' || camera === 'asking' || camera === 'on' ? null : camera;
}
