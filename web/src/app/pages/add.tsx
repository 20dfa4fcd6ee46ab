import { useParams } from 'react-router';
import { useSession } from '#web/auth/use-session.ts';
import { AddPage } from '#web/features/friend-links/add-page.tsx';

export function Add() {
  const { token = '' } = useParams();
  const session = useSession();
  const viewerId = session.status === 'signed_in' ? session.userId : null;
  return <AddPage key={`${token} ${viewerId}`} token={token} viewerId={viewerId} />;
}
