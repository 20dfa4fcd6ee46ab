import type { Sharing } from '@hereabouts/contract/live';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { formatTime } from '#web/lib/dates.ts';
import { ownPosition, useOwnPosition, type OwnStatus } from '#web/live/own-position.ts';
import { stopSharingKey, useStopSharing } from '#web/live/queries.ts';
import { startSending } from '#web/live/sending.ts';
import { sharingKey } from '#web/live/sharing-query.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { friendsCount } from '#web/live/words.ts';
import styles from './sharing-bar.module.css';

type Props = {
  sharing: Sharing;
  /** The viewer shares at several events: the bar names its own. */
  isOneOfMany: boolean;
};

/** Always in sight while one shares, and the one place that sends. Source: LIVE-03. */
export function SharingBar({ sharing, isOneOfMany }: Props) {
  const { event, friend_count: friendCount, until, is_this_device: isHere } = sharing;
  const stop = useStopSharing(event.id);
  // Whatever becomes of the request, nothing is sent from the moment on in which Stop was pressed.
  const isStopping = useIsMutating({ mutationKey: stopSharingKey(event.id) }) > 0;
  const isStopped = isStopping || !stop.isIdle;
  const sentence = `Sharing with ${friendsCount(friendCount)} until ${formatTime(until)}`;
  return (
    <div className={styles.bar}>
      <LiveDot />
      <div className={styles.words}>
        <Link to={`/event/${event.id}/live`} className={styles.sentence}>
          {sentence}
          {isOneOfMany ? <span className={styles.event}> {event.title}</span> : null}
        </Link>
        {/* Begun anew, the server knows no position: it is sent at once. */}
        {isHere && !isStopped ? <Sending key={sharing.started_at} eventId={event.id} /> : null}
        {isHere || isStopped ? null : <p className={styles.note}>Sharing from another device</p>}
        {isStopped ? <StopNote stop={stop} /> : null}
      </div>
      <Button
        size="small"
        variant="secondary"
        className={styles.stop ?? ''}
        busy={stop.isPending && !stop.isPaused}
        busyLabel="Stopping..."
        onClick={() => stop.mutate()}
      >
        Stop<VisuallyHidden> sharing at {event.title}</VisuallyHidden>
      </Button>
    </div>
  );
}

function StopNote({ stop }: { stop: ReturnType<typeof useStopSharing> }) {
  const text = stop.isError
    ? 'This device sends nothing any more, but the server was not told. Press Stop again.'
    : stop.isPaused &&
      'This device sends nothing any more. Your friends will know when you are online again.';
  return (
    <p className={styles.note} role="status">
      {text}
    </p>
  );
}

/** What keeps this device from sending, in a few words; the live page says more. */
const PAUSED: Partial<Record<OwnStatus, string>> = {
  unasked: 'Paused: this browser asks again before it tells where you are.',
  denied: 'Paused: location is blocked for this site.',
  insecure: 'Paused: this page was not opened over HTTPS.',
  unsupported: 'Paused: this device cannot tell where it is.',
  searching: 'Paused: this device is looking for where it is.',
};

function Sending({ eventId }: { eventId: number }) {
  const client = useQueryClient();
  const { status } = useOwnPosition();
  const readAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey: sharingKey }));
  useEffect(
    () => startSending(eventId, { onOver: () => readAgain(), onPeopleChanged: () => readAgain() }),
    [eventId],
  );
  const note = PAUSED[status];
  if (note === undefined) return null;
  return (
    <p className={styles.note}>
      <span role="status">{note}</span>{' '}
      {status === 'unasked' ? (
        <button type="button" className={styles.inline} onClick={() => ownPosition.ask()}>
          Continue
        </button>
      ) : null}
      {status === 'denied' || status === 'insecure' ? (
        <Link to={`/event/${eventId}/live`} className={styles.inline}>
          What to do
        </Link>
      ) : null}
    </p>
  );
}
