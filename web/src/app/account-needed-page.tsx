import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { AccountNeeded } from '#web/ui/feedback/account-needed.tsx';

/** In place of a page that guests without an account cannot use. Source: GUEST-01. */
export function AccountNeededPage() {
  return (
    <Page title="Account needed">
      <PageHeader title="For people with an account" backTo="/" backLabel="Back to home" />
      <AccountNeeded />
    </Page>
  );
}
