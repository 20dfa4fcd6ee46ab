import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './chat-frame.module.css';

type Props = { eventId: number; heading: string; actions: ReactNode; children: ReactNode };

export const ChatFrame = ({ eventId, heading, actions, children }: Props) => (
  <div className={styles.frame}>
    <div className={styles.header}>
      <PageHeader
        title={heading}
        backTo={`/event/${eventId}`}
        backLabel={recurring.backToEvent}
        actions={actions}
      />
    </div>
    {children}
  </div>
);
