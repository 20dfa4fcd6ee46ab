import { useCallback, useState } from 'react';
import { FaceToFace } from '#web/features/friend-links/components/face-to-face.tsx';
import { ContactsPage } from '#web/features/friendships/contacts-page.tsx';
import { LazyInviteToEventDialog } from '#web/features/invites/components/lazy-invite-to-event-dialog.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

export function Contacts() {
  const viewerId = useViewerId();
  const [friend, setFriend] = useState<{ id: string; name: string } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Stable: a new one would render every row of the list again.
  const invite = useCallback((asked: { id: string; name: string }) => {
    setFriend(asked);
    setIsOpen(true);
  }, []);
  return (
    <>
      <ContactsPage actions={<FaceToFace viewerId={viewerId} />} onInvite={invite} />
      <LazyInviteToEventDialog
        open={isOpen}
        viewerId={viewerId}
        friend={friend}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
