import { Camera as CameraIcon, CameraOff, Compass } from 'lucide-react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/finder.tsx';
import * as recurring from '#web/texts/recurring.ts';
import type { CameraState } from '../camera.ts';
import type { FinderTarget } from '../finder-target.ts';
import styles from './ar-steps.module.css';

/** One permission at a time, each explained first. Source: AR-01, LIVE-08. */
export function AskForCompass() {
  return (
    <EmptyState
      icon={<Compass aria-hidden="true" />}
      title={texts.whichWayAreYouFacing}
      action={<Button onClick={() => void compass.ask()}>{texts.turnOnTheCompass}</Button>}
    >
      {texts.arNeedsCompass}
    </EmptyState>
  );
}

export function AskForCamera({ onStart, isAsking }: { onStart: () => void; isAsking: boolean }) {
  return (
    <EmptyState
      icon={<CameraIcon aria-hidden="true" />}
      title={texts.lookThroughTheCamera}
      action={
        <Button onClick={onStart} busy={isAsking} busyLabel={texts.waitingForTheCamera}>
          {texts.turnOnTheCamera}
        </Button>
      }
    >
      {texts.arNeedsCamera}
    </EmptyState>
  );
}

export type Lack = Exclude<CameraState['kind'], 'off' | 'asking' | 'on'> | 'no_compass' | 'compass_denied';

const LACKS: Record<Lack, { title: string; text: string; mayRetry: boolean }> = {
  denied: {
    title: texts.cameraBlocked,
    text: texts.allowCameraInSettings,
    mayRetry: true,
  },
  none: {
    title: texts.noCamera,
    text: texts.finderAndMapWorkWithout,
    mayRetry: false,
  },
  busy: {
    title: texts.anotherAppIsUsingTheCamera,
    text: texts.closeOtherCameraApp,
    mayRetry: true,
  },
  insecure: {
    title: texts.insecurePageTitle,
    text: texts.cameraNeedsSecurePage,
    mayRetry: false,
  },
  no_compass: {
    title: texts.thisDeviceHasNoCompass,
    text: texts.arNeedsACompass,
    mayRetry: false,
  },
  compass_denied: {
    title: texts.motionAccessOff,
    text: texts.reopenToAskForMotion,
    mayRetry: false,
  },
};

type WithoutProps = { eventId: number; lack: Lack; targets: readonly FinderTarget[]; onRetry: () => void };

/** Offers the finder or the map. */
export function WithoutAr({ eventId, lack, targets, onRetry }: WithoutProps) {
  const { title, text, mayRetry } = LACKS[lack];
  return (
    <div role="status">
      <EmptyState
        icon={<CameraOff aria-hidden="true" />}
        title={title}
        action={
          <div className={styles.ways}>
            {mayRetry ? (
              <Button variant="secondary" onClick={onRetry}>
                {recurring.tryAgain}
              </Button>
            ) : null}
            <ButtonLink to={`/event/${eventId}/live`}>{texts.openTheLiveMap}</ButtonLink>
          </div>
        }
      >
        {text}
      </EmptyState>
      {targets.length > 0 ? (
        <section className={styles.finders} aria-label={texts.finder}>
          <ul className={styles.list}>
            {targets.map(({ id, name }) => (
              <li key={id}>
                <ButtonLink to={`/event/${eventId}/find/${id}`} variant="secondary" wide>
                  {texts.findName(name)}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
