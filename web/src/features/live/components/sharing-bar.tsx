import type { Sharing } from '@hereabouts/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { readOnHint } from '#web/lib/api/hints.ts';
import { formatTime } from '#web/lib/time/dates.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { ownPosition, useOwnPosition, type OwnStatus } from '#web/live/own-position.ts';
import { useStartSharing } from '#web/live/queries.ts';
import { startSending } from '#web/live/sending.ts';
import type { StopState } from '#web/live/stop-outbox.ts';
import { stopOutbox, useStopState } from '#web/live/stopping.ts';
import { sharingKey } from '#web/live/sharing-query.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { friendsCount } from '#web/live/live-texts.ts';
import styles from './sharing-bar.module.css';

type Props = {
  sharing: Sharing;
  /** The viewer shares at several events: the bar names its own. */
  isOneOfMany: boolean;
};

/** Always in sight while one shares, and the one place that sends. Source: LIVE-03. */
export function SharingBar({ sharing, isOneOfMany }: Props) {
  const { event, friend_count: friendCount, until, is_this_device: isHere } = sharing;
  // From the moment on in which Stop is pressed nothing is sent, whatever becomes of the request.
  const stopState = useStopState(event.id);
  const isStopped = stopState !== null;
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
        {isHere && !isStopped && Date.parse(event.end_time) > Date.parse(until) ? (
          <AskAgain eventId={event.id} endsAt={event.end_time} />
        ) : null}
        {isHere || isStopped ? null : <p className={styles.note}>Sharing from another device</p>}
        {stopState ? <StopNote state={stopState} /> : null}
      </div>
      <Button
        size="small"
        variant="secondary"
        className={styles.stop ?? ''}
        busy={stopState === 'sending'}
        busyLabel="Stopping..."
        onClick={() => stopOutbox.stop(event.id, sharing.started_at)}
      >
        Stop<VisuallyHidden> sharing at {event.title}</VisuallyHidden>
      </Button>
    </div>
  );
}

/** The event was extended after the person consented (LIVE-13). */
function AskAgain({ eventId, endsAt }: { eventId: number; endsAt: string }) {
  const start = useStartSharing(eventId);
  return (
    <p className={styles.note}>
      <span role="status">The event now ends at {formatTime(endsAt)}.</span>{' '}
      <button
        type="button"
        className={styles.inline}
        disabled={start.isPending}
        onClick={() => start.mutate(endsAt)}
      >
        {start.isError ? 'Try again' : 'Share until then'}
      </button>
    </p>
  );
}

function StopNote({ state }: { state: StopState }) {
  const isOnline = useOnline();
  const text = isOnline
    ? 'This device has stopped sharing, but we could not reach Hereabouts. Trying again...'
    : 'This device has stopped sharing. Your friends will be told once you are back online.';
  return (
    <p className={styles.note} role="status">
      {state === 'waiting' || !isOnline ? text : null}
    </p>
  );
}

/** Short reasons why this device does not send; the live page has details. */
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
  const readAgain = useEffectEvent(() => readOnHint(client, sharingKey));
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
