import { calendarFeedPath } from '@hereabouts/contract/calendar-feed';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ShareActions } from '#web/ui/buttons/share-actions.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { useRenewFeed, useShowFeed } from '../queries.ts';
import styles from './calendar-feed.module.css';

/** Source: CAL-01. The address is shown on request: whoever knows it reads the calendar. */
export function CalendarFeed() {
  const show = useShowFeed();
  const renew = useRenewFeed();
  const [status, setStatus] = useState('');
  const feed = renew.data ?? show.data;
  const address = feed && `${location.origin}${calendarFeedPath(feed.token)}`;
  return (
    <section className={styles.section} aria-labelledby="calendar-feed">
      <SectionHeading id="calendar-feed">Calendar feed</SectionHeading>
      <p className={styles.text}>
        Your events in your own calendar, kept up to date. Whoever has the address can read them.
      </p>
      {address === undefined ? (
        <Button
          variant="secondary"
          icon={<CalendarSync aria-hidden="true" />}
          busy={show.isPending}
          busyLabel="Loading..."
          onClick={() => show.mutate()}
        >
          Show my address
        </Button>
      ) : (
        <>
          <p className={styles.text}>
            Signing out or changing your password does not change it. To end it, choose “New address”.
          </p>
          <ShareActions address={address} title="My Hereabouts calendar" onStatus={setStatus} />
          <div className={styles.actions}>
            <a className={styles.link} href={address.replace(/^https?:/, 'webcal:')}>
              Open in my calendar
            </a>
            <Button
              variant="secondary"
              busy={renew.isPending}
              busyLabel="Making..."
              onClick={() =>
                renew.mutate(undefined, {
                  onSuccess: () => setStatus('This is your new address. The old one no longer works.'),
                })
              }
            >
              New address
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles.text}>
        {status}
      </p>
      {show.isError || renew.isError ? (
        <FormBanner tone="error">That did not work. Please try again.</FormBanner>
      ) : null}
    </section>
  );
}
