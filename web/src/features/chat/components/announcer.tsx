import type { ChatMessage } from '@hereabouts/contract/chat';
import { useState } from 'react';
import { meetText } from '#web/live/meet-at.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/chat.tsx';
import { newTo } from '../chat-rows.ts';
import { senderName } from './sender-name.ts';

const LINES_MAX = 5;

type Props = { messages: readonly ChatMessage[]; viewerId: string };

/** Others' new messages for screen readers, not older pages or the viewer's own. */
export function Announcer({ messages, viewerId }: Props) {
  const newest = messages.at(-1)?.seq ?? 0;
  const [heard, setHeard] = useState<{ upTo: number; lines: readonly ChatMessage[] }>({
    upTo: newest,
    lines: [],
  });
  if (newest > heard.upTo) {
    const added = messages.filter(newTo(viewerId, heard.upTo));
    setHeard({ upTo: newest, lines: [...heard.lines, ...added].slice(-LINES_MAX) });
  }
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-relevant="additions">
        {heard.lines
          .filter((line) => isStillThere(line, messages))
          .map((message) => (
            <span key={message.seq}>{spoken(message)}</span>
          ))}
      </span>
    </VisuallyHidden>
  );
}

/** The words of a message removed or hidden since leave the page. */
const isStillThere = (line: ChatMessage, messages: readonly ChatMessage[]): boolean =>
  messages.findLast(({ seq }) => seq === line.seq)?.message === line.message;

const spoken = (message: ChatMessage): string =>
  message.kind === 'meeting_point'
    ? texts.announcedMeetingPoint(
        senderName(message),
        message.message,
        meetText(message.meet_at, Date.parse(message.created_at)),
      )
    : `${senderName(message)}${message.kind === 'announcement' ? texts.hasAnnounced : ''}: ${message.message}. `;
