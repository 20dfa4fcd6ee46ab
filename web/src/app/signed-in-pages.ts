import type { ComponentType } from 'react';
import { arriving, type Arrival } from './arriving.tsx';
import { lazyPage } from './lazy-page.tsx';

const known = (at: Arrival, load: () => Promise<ComponentType>) => lazyPage(load, undefined, arriving(at));

export const Home = lazyPage(() => import('./pages/home.tsx').then((page) => page.Home));
export const Contacts = lazyPage(() => import('./pages/contacts.tsx').then((page) => page.Contacts));
export const Profile = lazyPage(() => import('./pages/profile.tsx').then((page) => page.Profile));
export const User = known('User', () => import('./pages/user.tsx').then((page) => page.User));
export const Event = known('Event', () => import('./pages/event.tsx').then((page) => page.Event));
export const Ar = lazyPage(() => import('./pages/ar.tsx').then((page) => page.Ar));
export const Find = lazyPage(() => import('./pages/find.tsx').then((page) => page.Find));
export const Notifications = lazyPage(() =>
  import('./pages/notifications.tsx').then((page) => page.Notifications),
);
export const Chat = known('Chat', () => import('./pages/chat.tsx').then((page) => page.Chat));
export const ComingSoon = lazyPage(() =>
  import('#web/features/chat/coming-soon-page.tsx').then((m) => m.ComingSoonPage),
);
export const NewEvent = lazyPage(() => import('./pages/new-event.tsx').then((page) => page.NewEvent));
export const EditEvent = lazyPage(() => import('./pages/edit-event.tsx').then((page) => page.EditEvent));
export const InviteFriends = lazyPage(() =>
  import('./pages/invite-friends.tsx').then((page) => page.InviteFriends),
);
export const Live = lazyPage(() => import('./pages/live.tsx').then((page) => page.Live));
