import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { AccountNeeded } from '#web/ui/feedback/account-needed.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/app.ts';

/** Source: GUEST-01. */
export function AccountNeededPage() {
  return (
    <Page title={texts.accountNeeded}>
      <PageHeader title={texts.forPeopleWithAnAccount} backTo="/" backLabel={recurring.backToHome} />
      <AccountNeeded />
    </Page>
  );
}
