import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Sharing } from '@hereabouts/contract/sharing';
import { useQueryClient } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { readOnHint } from '#web/lib/api/hints.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { formatUntil, formatUntilPhrase } from '#web/lib/time/dates.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { ownPosition, useWatchedPosition, type OwnStatus } from '#web/live/own-position.ts';
import { useStartSharing } from '#web/live/queries.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { startSending } from '#web/live/sending.ts';
import type { StopState } from '#web/live/stop-outbox.ts';
import { stopOutbox, useStopState } from '#web/live/stopping.ts';
import { sharingKey } from '#web/live/sharing-query.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { friendsCount } from '#web/live/live-texts.ts';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './sharing-bar.module.css';

type Props = {
  sharing: Sharing;
  /** The viewer shares at several events: the bar names its own. */
  isOneOfMany: boolean;
};

/** The one place that sends positions. Source: LIVE-03. */
export function SharingBar({ sharing, isOneOfMany }: Props) {
  const { event, friend_count: friendCount, until, is_this_device: isHere } = sharing;
  // From the press of Stop on nothing is sent, whatever becomes of the request.
  const stopState = useStopState(event.id);
  const isStopped = stopState !== null;
  const bar = useRef<HTMLDivElement>(null);
  useLostFocus(bar, focusHeading);
  const link = useRef<HTMLAnchorElement>(null);
  // It tells what has become of it.
  const focusLink = () => queueMicrotask(() => link.current?.focus({ preventScroll: true }));
  const now = useServerNow(MINUTE_MS);
  const sentence = texts.sharingWithFriendsUntil(friendsCount(friendCount), formatUntil(until, { now }));
  // `Sending` holds it, where and while anything is sent.
  const { status } = useWatchedPosition();
  const paused = isHere && !isStopped ? PAUSED[status] : undefined;
  return (
    <div ref={bar} className={cx(styles.bar, paused && styles.isPaused)}>
      {paused ? <CirclePause className={styles.pause} aria-hidden="true" /> : <LiveDot />}
      <div className={styles.words}>
        {paused ? (
          <p className={styles.paused} role="status">
            {paused}
          </p>
        ) : null}
        <Link ref={link} to={`/event/${event.id}/live`} className={styles.sentence}>
          {sentence}
          {isOneOfMany ? <span className={styles.event}> {event.title}</span> : null}
        </Link>
        {/* Begun anew, the server knows no position: it is sent at once. */}
        {isHere && !isStopped ? <Sending key={sharing.started_at} eventId={event.id} /> : null}
        {isHere && !isStopped && Date.parse(event.end_time) > Date.parse(until) ? (
          <AskAgain eventId={event.id} endsAt={event.end_time} onLostFocus={focusLink} />
        ) : null}
        {isHere || isStopped ? null : <p className={styles.note}>{texts.sharingFromAnotherDevice}</p>}
        {stopState ? <StopNote state={stopState} isHere={isHere} /> : null}
      </div>
      <div className={styles.buttons}>
        {paused ? <WayOn status={status} eventId={event.id} onLostFocus={focusLink} /> : null}
        <Button
          size="small"
          variant="secondary"
          className={styles.button ?? ''}
          busy={stopState === 'sending'}
          busyLabel={texts.stopping}
          onClick={() => stopOutbox.stop(event.id, sharing.started_at)}
        >
          {texts.stop}
          <VisuallyHidden> {texts.sharingAtTitle(event.title)}</VisuallyHidden>
        </Button>
      </div>
    </div>
  );
}

/** The event was extended after the person consented (LIVE-13). */
function AskAgain({
  eventId,
  endsAt,
  onLostFocus,
}: {
  eventId: number;
  endsAt: string;
  onLostFocus: () => void;
}) {
  const start = useStartSharing(eventId);
  const now = useServerNow(MINUTE_MS);
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, onLostFocus);
  return (
    <p className={styles.note}>
      <span role="status">
        {start.isError
          ? failureText(texts.extendSharingFailed, start.error)
          : texts.eventNowEndsAt(formatUntilPhrase(endsAt, { now }))}
      </span>{' '}
      <button
        ref={button}
        type="button"
        className={styles.inline}
        // Not disabled: it would lose the focus.
        aria-disabled={start.isPending || undefined}
        onClick={() =>
          start.isPending
            ? undefined
            : start.mutate(
                { until: endsAt, presses: stopOutbox.pressesOf(eventId) },
                { onSuccess: ({ until }) => showNotice(texts.sharingUntil(formatUntil(until, { now }))) },
              )
        }
      >
        {start.isError ? recurring.tryAgain : texts.shareUntilThen}
      </button>
    </p>
  );
}

/** This device stops at the press, another one only when the server hears of it. */
function StopNote({ state, isHere }: { state: StopState; isHere: boolean }) {
  const isOnline = useOnline();
  const here = isOnline ? texts.stoppedButUnreachable : texts.stoppedWhileOffline;
  const elsewhere = isOnline ? texts.otherNotStoppedYet : texts.otherNotStoppedWhileOffline;
  const text = isHere ? here : elsewhere;
  return (
    <p className={styles.note} role="status">
      {state === 'waiting' || !isOnline ? text : null}
    </p>
  );
}

const PAUSED: Partial<Record<OwnStatus, string>> = {
  unasked: texts.pausedBrowserAsksAgain,
  denied: texts.pausedLocationBlocked,
  insecure: texts.pausedInsecurePage,
  unsupported: texts.pausedNoLocationOnDevice,
  searching: texts.pausedFindingLocation,
};

function Sending({ eventId }: { eventId: number }) {
  const client = useQueryClient();
  const readAgain = useEffectEvent(() => readOnHint(client, sharingKey));
  useEffect(
    () => startSending(eventId, { onOver: () => readAgain(), onPeopleChanged: () => readAgain() }),
    [eventId],
  );
  return null;
}

const WAY_ON = { size: 'small', variant: 'secondary', className: cx(styles.button, styles.wayOn) } as const;

type WayOnProps = { status: OwnStatus; eventId: number; onLostFocus: () => void };

function WayOn({ status, eventId, onLostFocus }: WayOnProps) {
  if (status === 'unasked') return <GoOn onLostFocus={onLostFocus} />;
  if (status !== 'denied' && status !== 'insecure') return null;
  return (
    <ButtonLink {...WAY_ON} to={`/event/${eventId}/live`}>
      {texts.whatToDo}
    </ButtonLink>
  );
}

function GoOn({ onLostFocus }: { onLostFocus: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, onLostFocus);
  return (
    <Button ref={button} {...WAY_ON} onClick={() => ownPosition.ask()}>
      {recurring.continueWord}
    </Button>
  );
}
