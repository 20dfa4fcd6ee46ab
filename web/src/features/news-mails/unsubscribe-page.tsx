import { NEWS_MAIL_TEXTS, newsMailRoutes } from '@hereabouts/contract/news-mails';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { ApiError, call } from '#web/lib/api/api.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';

/** Target of the link in mails about news. Opening it changes nothing: mail programs open links by themselves. Source:
 * PUSH-06. */
export function UnsubscribePage({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => call(newsMailRoutes.stopNewsMails, { params: { token } }),
  });
  return (
    <Page title="E-mails">
      <PageHeader title="Emails about your events" />
      {stop.isSuccess ? (
        <EmptyState
          icon={<MailCheck aria-hidden="true" />}
          title="You will not get any more of these emails"
          action={
            <ButtonLink to="/" variant="secondary">
              Open Hereabouts
            </ButtonLink>
          }
        >
          You can turn them on again in the notification settings.
        </EmptyState>
      ) : (
        <>
          <p>
            Hereabouts writes to you about invitations, cancellations, announcements and reminders while none
            of your devices receives notifications.
          </p>
          {stop.isError ? <FormBanner tone="error">{problemOf(stop.error)}</FormBanner> : null}
          <Button busy={stop.isPending} busyLabel="Turning off..." onClick={() => stop.mutate()}>
            Stop these emails
          </Button>
        </>
      )}
    </Page>
  );
}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'not_found'
    ? NEWS_MAIL_TEXTS.gone
    : 'That did not work. Please try again.';
