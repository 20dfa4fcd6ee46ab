import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes, type ContactTab } from '@hereabouts/contract/friendships';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { userRoutes } from '@hereabouts/contract/users';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { keptLog, startLog, type ChatLog } from '#web/features/chat/chat-log.ts';
import { call } from '#web/lib/api/api.ts';

/** Whatever is none of these is not kept (PWA-05): above all positions, tokens and what others have written elsewhere. */
export type KeptKind = {
  name: string;
  trim: (data: unknown) => unknown;
  /** Reads it again; null where nothing in it is about people. */
  read: (() => Promise<unknown>) | null;
};

/** Keys to delete together with this one: the chat goes with its event. */
export const dependentKeys = ([name, part]: QueryKey): QueryKey[] =>
  name === 'event' ? [['chat', part]] : [];

const KEPT_TABS: ReadonlySet<unknown> = new Set<ContactTab>(['friends', 'pending', 'sent']);

const whole = (data: unknown) => data;
const firstPage = (data: unknown): InfiniteData<unknown> => {
  const { pages, pageParams } = data as InfiniteData<unknown>;
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
};
const asFirstPage = (page: unknown): InfiniteData<unknown> => ({ pages: [page], pageParams: [null] });

export function keptKindOf([name, part, more, ...rest]: QueryKey): KeptKind | null {
  if (rest.length > 0) return null;
  if (name === 'contacts' && KEPT_TABS.has(part) && more === '') {
    const query = { tab: part as ContactTab };
    const read = async () => asFirstPage(await call(friendshipRoutes.listContacts, { query }));
    return { name, trim: firstPage, read };
  }
  if (more !== undefined) return null;
  if (name === 'notifications' && part === 'list') {
    const read = async () => asFirstPage(await call(notificationRoutes.listNotifications, { query: {} }));
    return { name, trim: firstPage, read };
  }
  if (name === 'event' && typeof part === 'number') {
    const params = { eventId: part };
    return { name, trim: whole, read: () => call(eventRoutes.getEvent, { params }) };
  }
  if (name === 'chat' && typeof part === 'number') {
    const params = { eventId: part };
    return {
      name,
      trim: (data) => keptLog(data as ChatLog),
      read: async () => startLog(await call(chatRoutes.listMessages, { params, query: {} })),
    };
  }
  if (part !== undefined) return null;
  if (name === 'home') {
    const read = async () => asFirstPage(await call(eventRoutes.listHome, { query: {} }));
    return { name, trim: firstPage, read };
  }
  if (name === 'sharing') {
    // At which events, from when and until when: no position. Without it a start offline could not stop.
    const read = async () => (await call(sharingRoutes.listSharing, {})).sharing;
    return { name, trim: whole, read };
  }
  if (name === 'me') return { name, trim: whole, read: () => call(userRoutes.getMe, {}) };
  return name === 'settings' ? { name, trim: whole, read: null } : null;
}
