import { expect, test } from 'vitest';
import type { PushMessage } from '@hereabouts/contract/push';
import { newsMail } from '#server/mail/news-mail.ts';
import { writeMessage } from '#server/push/message.ts';
import { PUSH_MAX_BYTES } from '#server/push/pusher.ts';
import { momentText, newsText, type NewsSubject } from './wording.ts';

const at = (iso: string): number => Date.parse(iso);

test.each([
  ['2026-06-20T18:00:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'today at 19:00'],
  ['2026-06-20T23:30:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'tomorrow at 00:30'],
  ['2026-06-20T23:30:00Z', 'America/New_York', '2026-06-20T09:00:00Z', 'today at 19:30'],
  ['2026-06-27T18:00:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'on Sat 27 Jun at 19:00'],
  ['2027-06-20T18:00:00Z', 'Europe/Jersey', '2026-06-20T09:00:00Z', 'on Sun 20 Jun 2027 at 19:00'],
  ['2027-01-01T18:00:00Z', 'Europe/Jersey', '2026-12-31T09:00:00Z', 'tomorrow at 18:00'],
  // Another year in one zone, the same in the other.
  ['2027-01-03T18:00:00Z', 'America/New_York', '2027-01-01T02:00:00Z', 'on Sun 3 Jan 2027 at 13:00'],
  ['2027-01-03T18:00:00Z', 'Europe/Paris', '2027-01-01T02:00:00Z', 'on Sun 3 Jan at 19:00'],
  // The day has 23 hours, and then 25.
  ['2026-03-29T18:00:00Z', 'Europe/Jersey', '2026-03-28T23:30:00Z', 'tomorrow at 19:00'],
  ['2026-03-30T18:00:00Z', 'Europe/Jersey', '2026-03-28T23:30:00Z', 'on Mon 30 Mar at 19:00'],
  ['2026-10-26T19:00:00Z', 'Europe/Jersey', '2026-10-24T23:15:00Z', 'tomorrow at 19:00'],
])('DATA-04 %s in %s, at %s: %s', (moment, zone, now, text) => {
  expect(momentText(at(moment), { zone, nowMs: at(now) })).toBe(text);
});

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  'Party\r\nBcc: eve@example.org\r\n\r\n<b>x</b>',
  '\u202egnp.exe\u2066\u0007',
  '"];alert(1)//\\',
  `${'x'.repeat(118)}${'🎉'.repeat(100)}`,
  '\u200b',
];
test.each(HOSTILE)('%j as a name and a title adds nothing to pushes and mails (S25)', (name) => {
  const news: NewsSubject = {
    kind: 'invited',
    actor_name: name,
    actor_id: null,
    event_id: 1,
    event_title: name,
    start_time: '2026-06-20T18:00:00Z',
    announcement: null,
    deleted_events: null,
  };
  const text = newsText(news, { zone: 'Europe/Jersey', nowMs: at('2026-06-20T09:00:00Z') });
  for (const part of [text.title, text.body]) expect(part).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);

  const about = { tag: 'tag', at: '2026-06-20T09:00:00Z' };
  const shown = { unread: [], isWhole: true, read_chats: [], asOf: about.at };
  const json = writeMessage({ ...text, ...about }, shown);
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(PUSH_MAX_BYTES);
  const message = JSON.parse(json) as PushMessage;
  const others = [...Object.keys(about), 'as_of', 'keep', 'read_chats'];
  expect(Object.keys(message).toSorted()).toEqual([...Object.keys(text), ...others].toSorted());
  for (const part of [message.title, message.body]) expect(part.isWellFormed()).toBe(true);

  const items = [{ text: `${text.title}: ${text.body}`, url: 'https://party.example/event/1' }];
  const urls = { stopUrl: 'https://party.example/stop', notificationsUrl: 'https://party.example/n' };
  const mail = newsMail('anna@example.org', { items, more: 0, ...urls });
  expect(mail.subject).toMatch(/^[^\p{Cc}]{1,200}$/u);
  expect(mail.subject.isWellFormed()).toBe(true);
  expect(mail.html).not.toMatch(/<img|<b>x/);
});

test('the name in a friend request is short, under words of the product, so that it cannot pass for its message (S25)', () => {
  const news: NewsSubject = {
    kind: 'request_received',
    actor_name: 'Hereabouts security: your account is locked. Unlock it today: https://evil.example',
    actor_id: null,
    event_id: null,
    event_title: null,
    start_time: null,
    announcement: null,
    deleted_events: null,
  };
  expect(newsText(news, { zone: 'UTC', nowMs: 0 })).toMatchObject({
    title: 'Friend request',
    body: 'Hereabouts security: your account is lo… sent you a friend request',
  });
});

test('SAFE-03 what went with an account is named, with when it was to start, and the others are counted', () => {
  const gone = { title: 'Run\u202e club', start_time: '2026-06-20T18:00:00Z' };
  const news: NewsSubject = {
    kind: 'event_deleted',
    actor_name: null,
    actor_id: null,
    event_id: null,
    event_title: null,
    start_time: null,
    announcement: null,
    deleted_events: { events: [gone], more: 0 },
  };
  const moment = { zone: 'Europe/Jersey', nowMs: at('2026-06-20T09:00:00Z') };
  const body = 'This event, today at 19:00, has been cancelled: its host’s account was deleted.';
  expect(newsText(news, moment)).toEqual({ title: 'Run club', isQuote: true, body, path: '/notifications' });
  const bodyWith = (events: number, more: number) =>
    newsText(
      { ...news, deleted_events: { events: Array.from({ length: events }, () => gone), more } },
      moment,
    ).body;
  expect(bodyWith(2, 0)).toBe(`${body} 1 other event has been cancelled too.`);
  expect(bodyWith(0, 1)).toBe(
    'An event you were invited to has been cancelled: the host’s account was deleted',
  );
  expect(bodyWith(0, 2)).toBe(
    '2 events you were invited to have been cancelled: the host’s account was deleted',
  );
  expect(bodyWith(2, 1)).toBe(`${body} 2 other events have been cancelled too.`);

  const removed = (kind: 'event_removed' | 'own_event_removed', more: number | null) =>
    newsText({ ...news, kind, deleted_events: more === null ? null : { events: [], more } }, moment).body;
  const by = 'removed by the people who run Hereabouts';
  expect([removed('event_removed', null), removed('event_removed', 1), removed('event_removed', 3)]).toEqual([
    `An event you were invited to was ${by}`,
    `An event you were invited to was ${by}`,
    `3 events you were invited to were ${by}`,
  ]);
  expect([removed('own_event_removed', 1), removed('own_event_removed', 2)]).toEqual([
    `Your event was ${by}`,
    `2 of your events were ${by}`,
  ]);
});
