import { FaceToFace } from '#web/features/friend-links/components/face-to-face.tsx';
import { ContactsPage } from '#web/features/friendships/contacts-page.tsx';
import { useViewerId } from '../viewer.ts';

export function Contacts() {
  return <ContactsPage actions={<FaceToFace viewerId={useViewerId()} />} />;
}
