import type { ReactNode } from 'react';
import * as recurring from '#web/texts/recurring.ts';
import * as uiTexts from '#web/texts/ui.tsx';
import { ChatFrame } from './chat-frame.tsx';
import styles from './around-chat.module.css';

type Props = {
  eventId: number;
  title?: string | undefined;
  children: ReactNode;
};

/** In place of a chat, below its header. */
export function AroundChat({ eventId, title, children }: Props) {
  const heading = title === undefined ? recurring.chat : recurring.chatTitle(title);
  return (
    // As wide as the chat's own actions, so that the heading breaks where it will.
    <ChatFrame eventId={eventId} heading={heading} actions={<span className={styles.actions} />}>
      <title>{uiTexts.documentTitle(heading)}</title>
      <div className={styles.content}>{children}</div>
    </ChatFrame>
  );
}
