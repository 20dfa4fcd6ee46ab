import { useState } from 'react';
import { useIsGuest } from '#web/auth/use-session.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { listFriends } from '#web/live/friend-order.ts';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import type { LiveActions } from '../live-page.tsx';
import { GuestNote } from './guest-note.tsx';
import { LiveMapPart } from './live-map-part.tsx';
import { MeetingPointCard } from './meeting-point-card.tsx';
import { OwnPlace } from './own-place.tsx';
import { SharingControl } from './sharing-control.tsx';
import { WhoIsHere } from './who-is-here.tsx';
import styles from './live-body.module.css';

type Props = LiveActions & { live: LiveEvent; viewerId: string };

/** Map and list: side by side where there is room, else the list like a sheet under the map. */
export function LiveBody(props: Props) {
  const { live, viewerId, renderFriendActions, renderPointActions, renderPageActions } = props;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { page, phase, own, nowMs, connection } = live;
  const friends = listFriends(live.friends, own.fix);
  // Guests without an account have no friends, and share nothing (GUEST-05).
  const isGuest = useIsGuest();
  const isRunning = phase === 'running';
  return (
    <div className={styles.body}>
      <div className={styles.map}>
        <LiveMapPart live={live} friends={friends} selectedId={selectedId} onSelect={setSelectedId} />
      </div>
      <div className={styles.sheet}>
        {connection === 'lost' && (
          <FormBanner tone="info">Connection lost. What you see may be old; reconnecting...</FormBanner>
        )}
        {!isRunning && !isGuest && (
          <FormBanner tone="info">
            You and your friends can share where you are from {formatEventStart(page.event)}.
          </FormBanner>
        )}
        {isGuest && <GuestNote />}
        {isRunning && !isGuest && <SharingControl live={live} />}
        <OwnPlace own={own} isGuest={isGuest} />
        <MeetingPointCard
          live={live}
          viewerId={viewerId}
          isGuest={isGuest}
          renderActions={renderPointActions}
        />
        {!isGuest && (
          <WhoIsHere
            friends={friends}
            nowMs={nowMs}
            hasOwnPlace={own.fix !== null}
            isRunning={isRunning}
            selectedId={selectedId}
            onSelect={setSelectedId}
            renderActions={renderFriendActions}
            actions={isRunning && renderPageActions?.()}
            eventId={page.event.id}
          />
        )}
      </div>
    </div>
  );
}
