import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { knownEvent, knownPerson } from './known.ts';

const TOM = { id: 'tom', name: 'Tom', image: null };
const pages = (page: object) => ({ pages: [page], pageParams: [null] });
const client = (entries: readonly (readonly [key: readonly unknown[], data: object])[]) => {
  const made = new QueryClient();
  for (const [key, data] of entries) made.setQueryData(key, data);
  return made;
};

test.each([
  ['its own page', [['event', 7], { id: 7, title: 'Bonfire' }]],
  ['home', [['home'], pages({ events: [{ id: 6 }, { id: 7, title: 'Bonfire' }] })]],
  ['a profile', [['user', 'tom'], { shared_events: [{ id: 7, title: 'Bonfire' }] }]],
  [
    'the notifications',
    [
      ['notifications', 'list'],
      pages({ notifications: [{ event: null }, { event: { id: 7, title: 'Bonfire' } }] }),
    ],
  ],
  ['its chat', [['chat', 7], { event: { id: 7, title: 'Bonfire' } }]],
] as const)('EVD-15 an event is known from %s', (_name, entry) => {
  expect(knownEvent(client([entry]), 7)).toMatchObject({ id: 7, title: 'Bonfire' });
  expect(knownEvent(client([entry]), 8)).toBe(null);
});

test.each([
  ['contacts', [['contacts', 'friends', ''], pages({ contacts: [TOM] })]],
  ['a guest list', [['event', 7], { host: { id: 'marie' }, invites: [{ user: TOM }] }]],
  ['an event he hosts', [['event', 7], { host: TOM, invites: [] }]],
  [
    'the notifications',
    [['notifications', 'list'], pages({ notifications: [{ actor: null }, { actor: TOM }] })],
  ],
] as const)('EVD-15 a person is known from %s', (_name, entry) => {
  expect(knownPerson(client([entry]), 'tom')).toEqual(TOM);
  expect(knownPerson(client([entry]), 'nobody')).toBe(null);
});

test('EVD-15 what other queries of the same names hold is left alone', () => {
  const others = client([
    [['event', 7, 'edit'], { title: 'Bonfire' }],
    [['contacts', 'all-friends'], [TOM]],
    [['notifications', 'unread'], { unread_count: 3 }],
  ]);
  expect([knownEvent(others, 7), knownPerson(others, 'tom')]).toEqual([null, null]);
});
