import { MessagesSquare } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Page } from '#web/ui/page.tsx';

/** What stands where a chat for everybody will be. Source: CHAT-08. */
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
