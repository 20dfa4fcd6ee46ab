import type { ChatMessage } from '@hereabouts/contract/chat';
import { NO_NAME } from '@hereabouts/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { ChatPage } from '#web/features/chat/chat-page.tsx';
import { LazyReportDialog } from '#web/features/reports/components/lazy-report-dialog.tsx';
import { applyChatProgress } from '../chat-progress.ts';
import { useEventParam } from '../event-param.ts';
import { useViewerId } from '../viewer.ts';
import { NoEvent } from './no-event.tsx';

export function Chat() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  const client = useQueryClient();
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const [isReporting, setIsReporting] = useState(false);
  // Asked of the storage: another tab may have signed somebody else in a moment ago.
  const isCurrent = useCallback(() => readStoredSession()?.userId === viewerId, [viewerId]);
  const onRead = useCallback(
    (id: number, readSeq: number) => applyChatProgress(client, id, { read_seq: readSeq }),
    [client],
  );
  const onReport = useCallback((message: ChatMessage) => {
    setReported(message);
    setIsReporting(true);
  }, []);
  if (eventId === null) return <NoEvent />;
  return (
    <>
      <ChatPage
        key={eventId}
        eventId={eventId}
        viewerId={viewerId}
        isCurrent={isCurrent}
        onRead={onRead}
        onReport={onReport}
      />
      {reported && (
        <LazyReportDialog
          open={isReporting}
          subject={{ kind: 'message', message_id: reported.id }}
          name={reported.sender?.name || NO_NAME}
          quote={reported.message}
          onClose={() => setIsReporting(false)}
        />
      )}
    </>
  );
}
