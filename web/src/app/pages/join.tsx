import { useParams } from 'react-router';
import { useSession } from '#web/auth/use-session.ts';
import { JoinPage } from '#web/features/event-links/join-page.tsx';

export { visitorActionsReady } from '#web/features/event-links/components/invitation.tsx';

export function Join() {
  const { token = '' } = useParams();
  const session = useSession();
  const viewerId = session.status === 'signed_in' ? session.userId : null;
  return <JoinPage key={`${token} ${viewerId}`} token={token} viewerId={viewerId} />;
}
