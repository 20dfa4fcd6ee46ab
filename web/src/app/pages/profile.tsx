import { ProfilePage } from '#web/features/account/profile-page.tsx';
import { BlockedPeople } from '#web/features/blocks/components/blocked-people.tsx';

export function Profile() {
  return <ProfilePage blocked={<BlockedPeople />} />;
}
