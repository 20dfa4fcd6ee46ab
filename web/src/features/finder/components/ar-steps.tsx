import { Camera as CameraIcon, CameraOff, Compass } from 'lucide-react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { CameraState } from '../camera.ts';
import type { Sought } from '../sought.ts';
import styles from './ar-steps.module.css';

/** Asked for one at a time, each after what it is for. Source: AR-01, LIVE-08. */
export function AskForCompass() {
  return (
    <EmptyState
      icon={<Compass aria-hidden="true" />}
      title="Which way are you facing?"
      action={<Button onClick={() => void compass.ask()}>Turn on the compass</Button>}
    >
      To put your friends&rsquo; names where they are, Hereabouts needs to know how you hold this device. It
      will ask you.
    </EmptyState>
  );
}

export function AskForCamera({ onStart, isAsking }: { onStart: () => void; isAsking: boolean }) {
  return (
    <EmptyState
      icon={<CameraIcon aria-hidden="true" />}
      title="Look through the camera"
      action={
        <Button onClick={onStart} busy={isAsking} busyLabel="Waiting for the camera...">
          Turn on the camera
        </Button>
      }
    >
      Your friends&rsquo; names stand over its picture. The picture stays on this device: nothing is recorded
      or sent. Your browser will ask you.
    </EmptyState>
  );
}

export type Lack = Exclude<CameraState['kind'], 'off' | 'asking' | 'on'> | 'no_compass' | 'compass_denied';

const LACKS: Record<Lack, { title: string; text: string; mayRetry: boolean }> = {
  denied: {
    title: 'The camera is blocked for this site',
    text: 'Allow it in the site settings beside the address. The finder and the map work without it.',
    mayRetry: true,
  },
  none: {
    title: 'This device has no camera to look through',
    text: 'The finder and the map work without one.',
    mayRetry: false,
  },
  busy: {
    title: 'Another app is using the camera',
    text: 'Close it and try again. The finder and the map work without it.',
    mayRetry: true,
  },
  insecure: {
    title: 'This page was not opened over HTTPS',
    text: 'Browsers only allow the camera on secure pages.',
    mayRetry: false,
  },
  no_compass: {
    title: 'This device has no compass',
    text: 'Without one nobody can say which way you look. The map shows where everybody is.',
    mayRetry: false,
  },
  compass_denied: {
    title: 'Motion access is off for this site',
    text: 'Close this tab and open it again to be asked again. The map works without it.',
    mayRetry: false,
  },
};

type WithoutProps = { eventId: number; lack: Lack; sought: readonly Sought[]; onRetry: () => void };

/** No names over a picture: the finder or the map instead. */
export function WithoutAr({ eventId, lack, sought, onRetry }: WithoutProps) {
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
                Try again
              </Button>
            ) : null}
            <ButtonLink to={`/event/${eventId}/live`}>Open the live map</ButtonLink>
          </div>
        }
      >
        {text}
      </EmptyState>
      {sought.length > 0 ? (
        <section className={styles.finders} aria-label="Finder">
          <ul className={styles.list}>
            {sought.map(({ id, name }) => (
              <li key={id}>
                <ButtonLink to={`/event/${eventId}/find/${id}`} variant="secondary" wide>
                  Find {name}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
