import { NEWS_MAIL_TEXTS, newsMailRoutes } from '@hereabouts/contract/news-mails';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useRef } from 'react';
import { call, isNotFound } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/news-mails.ts';

/** Opening it changes nothing: mail programs open links by themselves. Source: PUSH-06. */
export function UnsubscribePage({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call(newsMailRoutes.stopNewsMails, { params: { token } }),
  });
  return (
    <Page title={texts.eMails}>
      <PageHeader title={texts.emailsAboutYourEvents} />
      {stop.isSuccess ? (
        <div role="status">
          <EmptyState
            icon={<MailCheck aria-hidden="true" />}
            title={texts.emailsStopped}
            action={
              <ButtonLink to="/" variant="secondary">
                {texts.openHereabouts}
              </ButtonLink>
            }
          >
            {texts.emailsStoppedHelp}
          </EmptyState>
        </div>
      ) : (
        <>
          <p>{texts.stopEmailsHelp}</p>
          {stop.isError ? <FormBanner tone="error">{problemOf(stop.error)}</FormBanner> : null}
          <Stop busy={stop.isPending} onStop={() => stop.mutate()} />
        </>
      )}
    </Page>
  );
}

function Stop({ busy, onStop }: { busy: boolean; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, focusHeading);
  return (
    <Button ref={button} busy={busy} busyLabel={recurring.turningOff} onClick={onStop}>
      {texts.stopTheseEmails}
    </Button>
  );
}

const problemOf = (error: unknown): string =>
  isNotFound(error) ? NEWS_MAIL_TEXTS.gone : failureText(texts.stopEmailsFailed, error);
