import { unreadCount, type ChatProgress } from '@hereabouts/contract/chat-progress';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyChatProgress } from './chat-progress.ts';

const card = (id: number, chat: object | null) => ({ id, title: `Event ${id}`, chat });

function newClient() {
  const client = new QueryClient();
  const chat = { last_seq: 5, read_seq: 3, uncounted: 1 };
  client.setQueryData(['home'], {
    pages: [
      { events: [card(1, chat), card(2, null)], next_cursor: 'x' },
      { events: [card(3, chat)], next_cursor: null },
    ],
    pageParams: [null, 'x'],
  });
  client.setQueryData(['event', 3], card(3, chat));
  return client;
}
const chatsOf = (client: QueryClient) => {
  const home = client.getQueryData(['home']) as { pages: { events: { id: number; chat: unknown }[] }[] };
  const event = client.getQueryData(['event', 3]) as { chat: unknown };
  return [...home.pages.flatMap(({ events }) => events.map(({ chat }) => chat)), event.chat];
};

test('CHAT-12 counts on home and event follow what the server tells, each for its own event', () => {
  const client = newClient();
  const same = { last_seq: 5, read_seq: 3, uncounted: 1 };
  const expectThird = (chat: object) => expect(chatsOf(client)).toEqual([same, null, chat, chat]);
  applyChatProgress(client, 3, { last_seq: 9, uncounted: 2 });
  expectThird({ last_seq: 9, read_seq: 3, uncounted: 2 });
  applyChatProgress(client, 3, { read_seq: 7, uncounted: 0 });
  expectThird({ last_seq: 9, read_seq: 7, uncounted: 0 });
  applyChatProgress(client, 3, { read_seq: 9 });
  expectThird({ last_seq: 9, read_seq: 9, uncounted: 0 });
});

test('CHAT-12 SAFE-01 hidden messages are not counted as unread', () => {
  const client = newClient();
  const unread = () => unreadCount(chatsOf(client).at(-1) as ChatProgress);
  expect(unread()).toBe(1);
  applyChatProgress(client, 3, { last_seq: 6, uncounted: 2 });
  expect(unread()).toBe(1);
  applyChatProgress(client, 3, { read_seq: 6 });
  expect(unread()).toBe(0);
  applyChatProgress(client, 3, { last_seq: 7, uncounted: 0 });
  expect(unread()).toBe(1);
});

test('CHAT-12 counts never go back, and who may not chat gets none', () => {
  const client = newClient();
  const before = chatsOf(client);
  applyChatProgress(client, 3, { last_seq: 4, read_seq: 2 });
  applyChatProgress(client, 2, { last_seq: 4 });
  expect(chatsOf(client)).toEqual(before);
});

test('CHAT-12 nothing is made up for lists that were not read', () => {
  const client = new QueryClient();
  applyChatProgress(client, 1, { last_seq: 4 });
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('CHAT-12 where a part of a long chat has been read, what is left still counts', () => {
  const client = newClient();
  applyChatProgress(client, 3, { last_seq: 500, uncounted: 397 });
  const unread = () => unreadCount(chatsOf(client).at(-1) as ChatProgress);
  expect(unread()).toBe(100);
  applyChatProgress(client, 3, { read_seq: 300 });
  expect(unread()).toBe(100);
  applyChatProgress(client, 3, { read_seq: 450 });
  expect(unread()).toBe(50);
});
