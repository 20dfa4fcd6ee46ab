import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import type { LiveFriend } from '#web/live/live-friends.ts';
import { listFriends } from '#web/live/friend-order.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import type { SheetHeight } from '#web/ui/layout/sheet-stops.ts';
import * as texts from '#web/texts/live.tsx';
import type { LiveActions } from '../live-page.tsx';
import { rowId } from './friend-row.tsx';
import { GuestNote } from './guest-note.tsx';
import { ListHead } from './list-head.tsx';
import { LazyLiveMap } from './lazy-live-map.tsx';
import { LiveStage } from './live-stage.tsx';
import { MeetingPointCard } from './meeting-point-card.tsx';
import { BeFirst } from './be-first.tsx';
import { isOwnPositionRefused, OwnPositionNote } from './own-position-note.tsx';
import { PersonCard } from './person-card.tsx';
import { ShareDock } from './share-dock.tsx';
import { SharingControl } from './sharing-control.tsx';
import { useLiveSheet, type LiveSheet } from './use-live-sheet.ts';
import { WhoIsHere } from './who-is-here.tsx';

type Props = LiveActions & { live: LiveEvent; viewerId: string };

/** Source: LIVE-14. */
export function LiveBody(props: Props) {
  const { live, viewerId, renderFriendActions, renderPointActions, renderPageActions, renderArrivalActions } =
    props;
  const { page, phase, own, nowMs } = live;
  const friends = listFriends(live.friends, own);
  const sheet = useLiveSheet();
  const { selectedId, select } = useSelected(sheet, friends);
  const selected = friends.find(({ user }) => user.id === selectedId);
  // Guests without an account have no friends, and share nothing (GUEST-05).
  const isAnonymous = useIsAnonymous();
  const isRunning = phase === 'running';
  const isBefore = phase === 'before';
  const hasAnybody = friends.length > 0 || live.meetingPoint !== null;
  const title = isAnonymous ? texts.whereToMeet : isRunning ? texts.whosHere : texts.whosComing;
  return (
    <LiveStage
      eventId={page.event.id}
      kicker={page.event.title}
      isLost={live.connection === 'lost'}
      sheet={sheet}
      label={title}
      map={
        <LazyLiveMap
          live={live}
          friends={friends}
          selectedId={selectedId}
          onSelect={select}
          coverPx={sheet.coverPx}
        />
      }
      head={
        selected ? (
          <PersonCard
            key={selected.user.id}
            friend={selected}
            nowMs={nowMs}
            isRunning={isRunning}
            onClose={() => select(null)}
            renderActions={renderFriendActions}
          />
        ) : (
          <ListHead
            title={title}
            live={live}
            isAnonymous={isAnonymous}
            actions={
              !isAnonymous &&
              (isBefore ? renderArrivalActions?.(page.event) : hasAnybody && renderPageActions?.())
            }
          />
        )
      }
      dock={isRunning && !isAnonymous && <ShareDock live={live} isQuiet={selected !== undefined} />}
    >
      {isOwnPositionRefused(own) && <OwnPositionNote own={own} isAnonymous={isAnonymous} />}
      {isRunning && !isAnonymous && <BeFirst live={live} />}
      {!isAnonymous && (
        <WhoIsHere
          label={title}
          friends={friends}
          nowMs={nowMs}
          isRunning={isRunning}
          selectedId={selectedId}
          onSelect={select}
          eventId={page.event.id}
        />
      )}
      {own.status !== 'unasked' && !isOwnPositionRefused(own) && (
        <OwnPositionNote own={own} isAnonymous={isAnonymous} />
      )}
      <MeetingPointCard
        live={live}
        viewerId={viewerId}
        isAnonymous={isAnonymous}
        renderActions={renderPointActions}
      />
      {own.status === 'unasked' && hasAnybody && !isBefore && (
        <OwnPositionNote own={own} isAnonymous={isAnonymous} />
      )}
      {isAnonymous && <GuestNote />}
      {isRunning && !isAnonymous && <SharingControl live={live} />}
    </LiveStage>
  );
}

/** Back at the list, all is as it was before. */
function useSelected(sheet: LiveSheet, friends: readonly LiveFriend[]) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const before = useRef<{ height: SheetHeight; focus: Element | null } | null>(null);

  function select(id: string | null) {
    if (id !== null) {
      before.current ??= { height: sheet.height, focus: document.activeElement };
      startTransition(() => {
        sheet.setHeight('peek');
        setSelectedId(id);
      });
    } else {
      const { focus } = before.current ?? {};
      close();
      const wasPressed = focus instanceof HTMLElement && focus.matches('button') && focus.isConnected;
      const back = wasPressed ? focus : document.getElementById(rowId(selectedId ?? ''));
      // Once the list is in sight again: what has the focus below would raise the sheet.
      requestAnimationFrame(() => back?.focus({ preventScroll: true }));
    }
  }

  function close() {
    if (before.current) sheet.setHeight(before.current.height);
    before.current = null;
    setSelectedId(null);
  }

  const isGone = selectedId !== null && !friends.some(({ user }) => user.id === selectedId);
  const closeOfGone = useEffectEvent(() => {
    close();
    if (document.activeElement === document.body) focusHeading();
  });
  // Coming back, the friend must not open it again.
  useEffect(() => {
    if (isGone) closeOfGone();
  }, [isGone]);
  return { selectedId, select };
}
