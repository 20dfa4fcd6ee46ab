import { ContactsPage } from '#web/features/friendships/contacts-page.tsx';

export function Contacts() {
  return <ContactsPage />;
}
