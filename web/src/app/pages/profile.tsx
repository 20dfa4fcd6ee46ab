import { ProfilePage } from '#web/features/account/profile-page.tsx';
import { LazyCalendarFeed } from '#web/features/calendar-feed/components/lazy-calendar-feed.tsx';
import { LazyHostedEvents } from '#web/features/invites/components/lazy-hosted-events.tsx';
import { ReportButton } from '#web/features/reports/components/report-button.tsx';
import { LazyBlockedPeople } from '#web/features/blocks/components/lazy-blocked-people.tsx';

export function Profile() {
  return (
    <ProfilePage
      blocked={
        <LazyBlockedPeople
          renderReport={(id, name) => <ReportButton subject={{ kind: 'user', user_id: id }} name={name} />}
        />
      }
      calendar={<LazyCalendarFeed />}
      hosted={<LazyHostedEvents />}
    />
  );
}
