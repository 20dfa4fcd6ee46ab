import { MessagesSquare } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/chat.tsx';

/** Source: CHAT-08. */
export function ComingSoonPage() {
  return (
    <Page title={texts.communityChat}>
      <PageHeader title={texts.communityChat} backTo="/" backLabel={recurring.backToHome} />
      <EmptyState
        icon={<MessagesSquare aria-hidden="true" />}
        title={texts.comingSoon}
        action={
          <ButtonLink to="/" variant="secondary">
            {recurring.backToHome}
          </ButtonLink>
        }
      >
        {texts.communityChatComing}
      </EmptyState>
    </Page>
  );
}
