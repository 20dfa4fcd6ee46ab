import { useLocation } from 'react-router';
import { parentOf } from '#web/lib/navigation/parent-page.ts';
import * as texts from '#web/texts/ui.tsx';
import { ErrorState } from './error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';

/** In place of a page that did not load: with a header and a way back, which an installed app has nowhere else (ERR-05). */
export function FailedPage({ title, onRetry }: { title: string; onRetry: () => void }) {
  const parent = parentOf(useLocation().pathname);
  return (
    <Page title={title}>
      <PageHeader title={title} {...(parent && { backTo: parent.path, backLabel: parent.label })} />
      <ErrorState onRetry={onRetry}>{texts.checkYourConnectionAndTryAgain}</ErrorState>
    </Page>
  );
}
