import type { ChatMessage } from '@hereabouts/contract/chat';
import { use, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '#web/lib/time/use-now.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/chat.tsx';
import { documentTitle } from '#web/texts/ui.tsx';
import type { ChatLog } from './chat-log.ts';
import { Announcer } from './components/announcer.tsx';
import { ChatFooter } from './components/chat-footer.tsx';
import { ChatFrame } from './components/chat-frame.tsx';
import { ChatLogView } from './components/chat-log-view.tsx';
import { MuteMenu } from './components/mute-menu.tsx';
import { RemoveMessage } from './components/remove-message.tsx';
import { OutboxContext } from './outbox-context.ts';
import { startOutbox, type OutboxSession } from './outbox-session.ts';
import { useChatRoom } from './use-chat-room.ts';

const DAY_TICK_MS = 60_000;

export type ChatRoomProps = {
  log: ChatLog;
  viewerId: string;
  onRead: (eventId: number, readSeq: number) => void;
  onReport?: ((message: ChatMessage) => void) | undefined;
};

export function ChatRoom(props: ChatRoomProps) {
  const { session, start } = use(OutboxContext);
  // Before the browser paints, so that the room never appears without what waits to be sent.
  useLayoutEffect(() => start(startOutbox), [start]);
  return session && <Room {...props} session={session} />;
}

function Room({ log, viewerId, session, onRead, onReport }: ChatRoomProps & { session: OutboxSession }) {
  const eventId = log.event.id;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const now = useNow(DAY_TICK_MS);
  const [removing, setRemoving] = useState<{ message: ChatMessage; isAsking: boolean } | null>(null);
  const { creator_id: creatorId } = log.event;
  // The same while nothing changes, so that no block of the list draws itself again.
  const acting = useMemo(
    () => ({
      viewerId,
      creatorId,
      onReport,
      onRemove: (message: ChatMessage) => setRemoving({ message, isAsking: true }),
    }),
    [viewerId, creatorId, onReport],
  );
  const room = useChatRoom({ log, viewerId, session, onRead, scroller, content });
  const title = recurring.chatTitle(log.event.title);
  const draftKey = `${viewerId}.${eventId}`;
  const { is_cancelled: isCancelled } = log.event;
  const isGone = room.messages.some(({ id, kind }) => id === removing?.message.id && kind === 'removed');
  return (
    <ChatFrame
      eventId={eventId}
      heading={title}
      actions={<MuteMenu eventId={eventId} mute={log.event.mute} />}
    >
      <title>{documentTitle(texts.withUnread(room.unread, title))}</title>
      <ChatLogView
        eventId={eventId}
        room={room}
        acting={acting}
        now={now}
        scroller={scroller}
        content={content}
        draftKey={draftKey}
        isCancelled={isCancelled}
      />
      <RemoveMessage
        eventId={eventId}
        viewerId={viewerId}
        message={removing?.message ?? null}
        open={removing?.isAsking ?? false}
        onClose={() => setRemoving((asked) => asked && { ...asked, isAsking: false })}
        // Otherwise the focus returns to what was pressed.
        onClosed={() => isGone && scroller.current?.focus({ preventScroll: true })}
      />
      <Announcer messages={room.messages} viewerId={viewerId} />
      <ChatFooter room={room} draftKey={draftKey} isCancelled={isCancelled} />
    </ChatFrame>
  );
}
