import { Navigate, useParams } from 'react-router';
import { FriendshipArea } from '#web/features/friendships/components/friendship-area.tsx';
import { UserPage } from '#web/features/users/user-page.tsx';
import { useViewerId } from '../viewer.ts';

export function User() {
  const { userId = '' } = useParams();
  const viewerId = useViewerId();
  if (userId.toLowerCase() === viewerId) return <Navigate to="/profile" replace />;
  return (
    <UserPage key={userId} userId={userId} renderFriendship={(user) => <FriendshipArea user={user} />} />
  );
}
