import { NO_NAME, type UserProfile } from '@hereabouts/contract/users';
import { Ban, Ellipsis, Flag } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { LazyBlockDialog } from '#web/features/blocks/components/lazy-block-dialog.tsx';
import { FriendshipArea } from '#web/features/friendships/components/friendship-area.tsx';
import { LazyReportDialog } from '#web/features/reports/components/lazy-report-dialog.tsx';
import { UserPage } from '#web/features/users/user-page.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { useViewerId } from '../viewer.ts';

export function User() {
  const { userId = '' } = useParams();
  const viewerId = useViewerId();
  if (userId.toLowerCase() === viewerId) return <Navigate to="/profile" replace />;
  return <OtherUser key={userId} userId={userId} />;
}

/** Dialogs are rendered outside the page, because a block removes its contents before the response. */
function OtherUser({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'nothing' | 'report' | 'block'>('nothing');
  const [name, setName] = useState('');
  const ask = (what: 'report' | 'block', user: UserProfile) => {
    setName(user.name || NO_NAME);
    setAsking(what);
  };
  const close = () => setAsking('nothing');
  return (
    <>
      <UserPage
        userId={userId}
        renderFriendship={(user) => <FriendshipArea user={user} />}
        renderMore={(user) => (
          <Menu
            label="More"
            icon={<Ellipsis aria-hidden="true" />}
            items={[
              {
                label: 'Report',
                icon: <Flag aria-hidden="true" />,
                onSelect: () => ask('report', user),
              },
              {
                label: 'Block',
                icon: <Ban aria-hidden="true" />,
                danger: true,
                onSelect: () => ask('block', user),
              },
            ]}
          />
        )}
      />
      <LazyReportDialog
        open={asking === 'report'}
        subject={{ kind: 'user', user_id: userId }}
        name={name}
        onClose={close}
      />
      <LazyBlockDialog
        open={asking === 'block'}
        user={{ id: userId, name }}
        onClose={close}
        onBlocked={() => void navigate('/contacts', { replace: true })}
      />
    </>
  );
}
