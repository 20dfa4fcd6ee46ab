import { ProfilePage } from '#web/features/account/profile-page.tsx';
import { LazyCalendarFeed } from '#web/features/calendar-feed/components/lazy-calendar-feed.tsx';
import { LazyBlockedPeople } from '#web/features/blocks/components/lazy-blocked-people.tsx';

export function Profile() {
  return <ProfilePage blocked={<LazyBlockedPeople />} calendar={<LazyCalendarFeed />} />;
}
