import { expect, test } from 'vitest';
import { Effects } from './effects.ts';

const kinds = (after: Effects) => after.list().map(({ kind }) => kind);

test('LIVE-04 effects come in one order, whatever the order in which they were collected', () => {
  const after = new Effects()
    .publishUnreadCounts(['ann'])
    .publishChatAdvanced(1)
    .publishToEvent(1, 'event_changed')
    .recheckAudience(1, ['ann'])
    .startSharing(1, ['bob'])
    .stopSharing(1, ['ann'])
    .recheckPeople(['ann', 'bob'])
    .endUser('ann')
    .publishLiveEnded(1);
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
    .publishListChanged(1, ['ann', 'bob', 'ann'])
    .publishListChanged(1, ['bob'])
    .publishListChanged(2, ['bob'])
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
  const after = new Effects().publishUnreadCounts(['ann', 'bob']).publishUnreadCounts(['bob', 'cem']);
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
    .publishListChanged(1, [])
    .publishListChangedThrottled(1, [])
    .publishUnreadCounts([]);
  expect(after.list()).toEqual([]);
});

test('SAFE-01 an override for nobody is left out', () => {
  const override = { userIds: [], payload: {} };
  const [effect] = new Effects().publishToChat(1, 'chat_changed', {}, override).list();
  expect(effect).not.toHaveProperty('override');
});

test('HOST-04 the audience of many new participants is rechecked once an event', () => {
  const after = new Effects().recheckAudience(1, ['ann', 'bob']).recheckAudience(2, ['ann']);
  after.recheckAudience(1, ['cleo', 'ann']);
  expect(after.list()).toEqual([
    { kind: 'recheck_audience', eventId: 1, userIds: new Set(['ann', 'bob', 'cleo']) },
    { kind: 'recheck_audience', eventId: 2, userIds: new Set(['ann']) },
  ]);
});
