import type { ChatMessage } from '@hereabouts/contract/chat';
import { personName } from '@hereabouts/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ChatPage } from '#web/features/chat/chat-page.tsx';
import { LazyReportDialog } from '#web/features/reports/components/lazy-report-dialog.tsx';
import { ReportButton } from '#web/features/reports/components/report-button.tsx';
import { applyChatProgress } from '../chat-progress.ts';
import { arriving } from '../arriving.tsx';
import { NoEvent, useEventParam } from '../event-param.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

export function Chat() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  const client = useQueryClient();
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const [isReporting, setIsReporting] = useState(false);
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
        eventId={eventId}
        key={eventId}
        loading={arriving('Chat')}
        viewerId={viewerId}
        onRead={onRead}
        onReport={onReport}
        report={<ReportButton subject={{ kind: 'event', event_id: eventId }} />}
      />
      {reported && (
        <LazyReportDialog
          open={isReporting}
          subject={{ kind: 'message', message_id: reported.id }}
          name={personName(reported.sender)}
          quote={reported.message}
          onClose={() => setIsReporting(false)}
        />
      )}
    </>
  );
}
