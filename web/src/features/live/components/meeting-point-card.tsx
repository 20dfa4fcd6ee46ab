import type { MeetingPoint } from '@hereabouts/contract/meeting-points';
import { personName } from '@hereabouts/contract/users';
import { Flag } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatStart, formatTime, formatUntilPhrase, isToday } from '#web/lib/time/dates.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { bearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { currentFix } from '#web/live/current-fix.ts';
import { useRemoveMeetingPoint } from '#web/live/queries.ts';
import { wayText } from '#web/live/live-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './meeting-point-card.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const MeetingPointDialog = lazyDialog(() =>
  import('./meeting-point-dialog.tsx').then((module) => module.MeetingPointDialog),
);
const RemoveDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((m) => m.ConfirmDialog),
);

type Props = {
  live: LiveEvent;
  viewerId: string;
  /** Without an account: sets none (GUEST-05). */
  isAnonymous: boolean;
  renderActions: (() => ReactNode) | undefined;
};

/** Any participant may set it anew. Source: LIVE-09. */
export function MeetingPointCard({ live, viewerId, isAnonymous, renderActions }: Props) {
  const [isSetting, setIsSetting] = useState(false);
  const [asked, setAsked] = useState<MeetingPoint | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { page, meetingPoint: point, nowMs } = live;
  // The question is about the point that Remove was pressed for.
  if (isAsking && asked?.set_at !== point?.set_at) setIsAsking(false);
  const fix = currentFix(live.own);
  const remove = useRemoveMeetingPoint(page.event.id);
  const mayRemove = page.is_creator || (point?.set_by?.id === viewerId && viewerId !== '');
  return (
    <section aria-labelledby="meeting-point" className={styles.card}>
      <Flag className={styles.flag} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="meeting-point" className={styles.label}>
          {recurring.meetingPoint}
        </h2>
        {point ? (
          <>
            <p className={styles.name}>{point.name}</p>
            {(point.meet_at !== null || fix) && (
              <p className={styles.way}>
                {point.meet_at !== null && (
                  <span className={styles.time}>{timeText(point.meet_at, nowMs)}</span>
                )}
                {fix && <span>{wayText(bearingAndDistance(fix, { ...point, accuracyM: 0 }))}</span>}
              </p>
            )}
            <p className={styles.by}>{setByText(point, viewerId, nowMs)}</p>
          </>
        ) : (
          <p className={styles.by}>{isAnonymous ? texts.noPointYet : texts.noPointYetSetOne}</p>
        )}
      </div>
      {!point && !isAnonymous && (
        <Button variant="secondary" size="small" onClick={() => setIsSetting(true)}>
          {texts.set}
          <VisuallyHidden> {texts.aMeetingPoint}</VisuallyHidden>
        </Button>
      )}
      {point && (
        <div className={styles.more}>
          {renderActions?.()}
          {!isAnonymous && (
            <Button variant="quiet" size="small" onClick={() => setIsSetting(true)}>
              {texts.change}
            </Button>
          )}
          {mayRemove && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                setAsked(point);
                setIsAsking(true);
              }}
            >
              {recurring.remove}
            </Button>
          )}
        </div>
      )}
      <MeetingPointDialog
        open={isSetting}
        onClose={() => setIsSetting(false)}
        live={live}
        viewerId={viewerId}
      />
      <RemoveDialog
        open={isAsking}
        title={texts.removePointQuestion}
        confirmLabel={recurring.remove}
        busy={remove.isPending}
        busyLabel={texts.removing}
        danger
        onCancel={() => setIsAsking(false)}
        onClosed={() => (point === null || !mayRemove) && focusHeading()}
        onConfirm={() =>
          asked &&
          remove.mutate(asked.set_at, {
            onError: (error) => showAlert(failureText(texts.removePointFailed, error)),
          })
        }
      >
        {texts.removePointWarning(asked?.name)}
      </RemoveDialog>
    </section>
  );
}

/** "At 21:30", or "Fri 20 Nov at 21:30" on another day. */
const timeText = (meetAt: string, now: number): string =>
  isToday(meetAt, { now }) ? texts.atTime(formatTime(meetAt)) : formatStart(meetAt, { now });

/** "Set by Tom Renouf at 21:05", or "on Fri 20 Nov at 21:05". */
export function setByText({ set_by: by, set_at: at }: MeetingPoint, viewerId: string, now: number): string {
  const who = by === null ? texts.somebody : by.id === viewerId ? texts.you : personName(by);
  return texts.setByWhoWhen(who, formatUntilPhrase(at, { now }));
}
