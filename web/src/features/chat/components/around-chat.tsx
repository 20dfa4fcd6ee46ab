import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';

type Props = {
  eventId: number;
  /** Of the event, where it is known. */
  title?: string | undefined;
  children: ReactNode;
};

/** The page in place of a chat. */
export function AroundChat({ eventId, title, children }: Props) {
  const heading = title === undefined ? recurring.chat : `Chat: ${title}`;
  return (
    <Page title={heading}>
      <PageHeader title={heading} backTo={`/event/${eventId}`} backLabel={recurring.backToEvent} />
      {children}
    </Page>
  );
}
