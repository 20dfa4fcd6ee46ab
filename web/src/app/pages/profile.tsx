import { ProfilePage } from '#web/features/account/profile-page.tsx';
import { LazyBlockedPeople } from '#web/features/blocks/components/lazy-blocked-people.tsx';

export function Profile() {
  return <ProfilePage blocked={<LazyBlockedPeople />} />;
}
