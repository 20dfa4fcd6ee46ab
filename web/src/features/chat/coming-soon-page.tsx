import { MessagesSquare } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';

/** Placeholder of a chat for everybody. Source: CHAT-08. */
export function ComingSoonPage() {
  return (
    <Page title="Community chat">
      <PageHeader title="Community chat" backTo="/" backLabel="Back to home" />
      <EmptyState
        icon={<MessagesSquare aria-hidden="true" />}
        title="Coming Soon!"
        action={
          <ButtonLink to="/" variant="secondary">
            Back to home
          </ButtonLink>
        }
      >
        The community chat is being built. Until then every event has a chat of its own: open it from the
        event.
      </EmptyState>
    </Page>
  );
}
