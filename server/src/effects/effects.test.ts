import { expect, test } from 'vitest';
import { Effects } from './effects.ts';

const kinds = (after: Effects) => after.list().map(({ kind }) => kind);

test('LIVE-04 effects come in one order, whatever the order in which they were collected', () => {
  const after = new Effects()
    .notified(['ann'])
    .chatAdvanced(1)
    .publishToEvent(1, 'event_changed')
    .recheckAudience(1, ['ann'])
    .startSharing(1, ['bob'])
    .stopSharing(1, ['ann'])
    .recheckPeople(['ann', 'bob'])
    .endUser('ann')
    .liveEnded(1);
  expect(kinds(after)).toEqual([
    'publish_before_recheck',
    'end_user',
    'recheck',
    'recheck_people',
    'start_positions',
    'stop_positions',
    'recheck_audience',
    'publish',
    'publish',
    'publish',
    'publish_chat_advanced',
    'publish_unread_counts',
  ]);
});

test('CHAT-09 messages of one topic keep the order in which they were collected', () => {
  const after = new Effects();
  for (const read_seq of [1, 2, 3])
    after.publishToUser('ann', 'chat_read', { event_id: 1, read_seq, uncounted: 0 });
  expect(after.list()).toMatchObject([1, 2, 3].map((read_seq) => ({ payload: { read_seq } })));
});

test('HOME-08 equal hints are kept once per person and event', () => {
  const after = new Effects()
    .listChanged(1, ['ann', 'bob', 'ann'])
    .listChanged(1, ['bob'])
    .listChanged(2, ['bob'])
    .publishToEvent(1, 'event_changed')
    .publishToEvent(1, 'event_changed')
    .publishToEvent(1, 'rsvp_changed')
    .stopSharing(1, ['ann'])
    .stopSharing(1, ['ann', 'bob']);
  expect(
    after
      .list()
      .map((effect) => (effect.kind === 'publish' ? [effect.topic, effect.event, effect.payload] : effect)),
  ).toEqual([
    { kind: 'recheck', topic: 'live:1', userIds: new Set(['ann', 'bob']) },
    { kind: 'stop_positions', eventId: 1, userIds: new Set(['ann', 'bob']) },
    ['user:ann', 'event_list_changed', { event_id: 1 }],
    ['user:bob', 'event_list_changed', { event_id: 1 }],
    ['user:bob', 'event_list_changed', { event_id: 2 }],
    ['event:1', 'event_changed', { event_id: 1 }],
    ['event:1', 'rsvp_changed', { event_id: 1 }],
    ['user:ann', 'sharing_changed', { event_id: 1 }],
    ['user:bob', 'sharing_changed', { event_id: 1 }],
  ]);
});

test('NOTE-01 unread counts are published once per person', () => {
  const after = new Effects().notified(['ann', 'bob']).notified(['bob', 'cem']);
  expect(after.list()).toEqual([{ kind: 'publish_unread_counts', userIds: new Set(['ann', 'bob', 'cem']) }]);
});

test('PERM-05 a recheck of everybody includes that of some, before and after it', () => {
  const all = { kind: 'recheck', topic: 'live:1', userIds: null };
  expect(new Effects().recheckLive(1, ['ann']).recheckLive(1).list()).toEqual([all]);
  expect(new Effects().recheckLive(1).recheckLive(1, ['ann']).list()).toEqual([all]);
});

test('PERM-05 a change that concerns nobody has no effects', () => {
  const after = new Effects()
    .recheckGuests(1, [])
    .stopSharing(1, [])
    .startSharing(1, [])
    .listChanged(1, [])
    .listedEventChanged(1, [])
    .notified([]);
  expect(after.list()).toEqual([]);
});

test('SAFE-01 nobody to except is no exception', () => {
  const except = { userIds: [], payload: {} };
  const [effect] = new Effects().publishToChat(1, 'chat_changed', {}, except).list();
  expect(effect).not.toHaveProperty('except');
});

test('HOST-04 however many become participants, who sees them is asked once an event', () => {
  const after = new Effects().recheckAudience(1, ['ann', 'bob']).recheckAudience(2, ['ann']);
  after.recheckAudience(1, ['cleo', 'ann']);
  expect(after.list()).toEqual([
    { kind: 'recheck_audience', eventId: 1, userIds: new Set(['ann', 'bob', 'cleo']) },
    { kind: 'recheck_audience', eventId: 2, userIds: new Set(['ann']) },
  ]);
});
