import { calendarFeedPath } from '@hereabouts/contract/calendar-feed';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '#web/lib/api/failure-text.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { ShareActions } from '#web/ui/buttons/share-actions.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/calendar-feed.ts';
import { useRenewFeed, useShowFeed } from '../queries.ts';
import styles from './calendar-feed.module.css';

/** Source: CAL-01. The address is shown on request: whoever knows it reads the calendar. */
export function CalendarFeed() {
  const show = useShowFeed();
  const renew = useRenewFeed();
  const [status, setStatus] = useState('');
  const failed = renew.error ?? show.error;
  const feed = renew.data ?? show.data;
  const token = feed?.token ?? null;
  const address = token !== null && `${location.origin}${calendarFeedPath(token)}`;
  return (
    <section className={styles.section} aria-labelledby="calendar-feed">
      <SectionHeading id="calendar-feed">{texts.calendarFeed}</SectionHeading>
      <p className={styles.text}>{texts.calendarFeedHelp}</p>
      {feed === undefined ? (
        <RowButton
          icon={<CalendarSync aria-hidden="true" />}
          opens
          busy={show.isPending}
          busyLabel={recurring.loading}
          onClick={() => show.mutate()}
        >
          {texts.showTheFeedsLink}
        </RowButton>
      ) : (
        <>
          <p className={styles.text}>{address ? texts.linkStaysHelp : texts.linkCannotBeShown}</p>
          {address && (
            <ShareActions address={address} title={texts.myHereaboutsCalendar} onStatus={setStatus} />
          )}
          <div className={styles.actions}>
            {address && (
              <a className={styles.link} href={address.replace(/^https?:/, 'webcal:')}>
                {texts.openInMyCalendar}
              </a>
            )}
            <Button
              variant="secondary"
              busy={renew.isPending}
              busyLabel={texts.making}
              onClick={() =>
                renew.mutate(undefined, {
                  onSuccess: () => setStatus(texts.newLinkMade),
                })
              }
            >
              {texts.newAddress}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles.text}>
        {status}
      </p>
      {failed ? <FormBanner tone="error">{failureText(texts.feedFailed, failed)}</FormBanner> : null}
    </section>
  );
}
