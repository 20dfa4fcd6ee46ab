import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECTIONS } from './download-repo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Fate = {
  /** What the deletion of the account does: the row goes, or stays without the name (docs/privacy.md). */
  deletion: 'goes' | 'nameless';
  /** The part of the download that holds the rows, or why there is none. */
  download: { section: string } | { none: string };
};
const goes = (section: string): Fate => ({ deletion: 'goes', download: { section } });
const nameless = (section: string): Fate => ({ deletion: 'nameless', download: { section } });

/** Every column that names a person. A new one fails the first test until somebody has thought about it here. */
const PERSONAL: Record<string, Fate> = {
  'auth.sessions.user_id': goes('sessions'),
  'auth.known_browsers.user_id': goes('known_browsers'),
  'auth.one_time_tokens.user_id': goes('codes_sent'),
  'auth.factors.user_id': goes('second_factors'),
  'auth.suspensions.user_id': {
    deletion: 'goes',
    download: { none: 'who is suspended has no session to download with' },
  },
  'account_deletions.user_id': {
    deletion: 'goes',
    download: { none: 'whose account is being deleted has no session to download with' },
  },
  'friend_links.owner_id': goes('friend_links'),
  'friendships.requester_id': goes('friendships'),
  'friendships.addressee_id': goes('friendships'),
  'events.created_by': goes('events_created'),
  'event_invites.user_id': goes('invites'),
  'event_invites.invited_by': {
    deletion: 'nameless',
    download: { none: 'it stands with the guests of others' },
  },
  'removed_guests.user_id': { deletion: 'goes', download: { none: 'nobody is told of being removed' } },
  'merged_guests.user_id': {
    deletion: 'goes',
    download: { none: 'the id of a guest whose things the account has, for a day at most' },
  },
  'chat_message.user_id': nameless('messages'),
  'chat_hidden_authors.user_id': {
    deletion: 'goes',
    download: { none: 'nobody is told by whom they are blocked, and the other account is gone' },
  },
  'chat_read.user_id': goes('chats_read'),
  'live_sharing.user_id': goes('location_sharing'),
  'meeting_points.set_by': nameless('meeting_points'),
  'notifications.user_id': goes('notifications'),
  'notifications.actor_id': { deletion: 'goes', download: { none: 'it stands in the lists of others' } },
  'push_subscriptions.user_id': goes('push_subscriptions'),
  'notification_settings.user_id': goes('notification_settings'),
  'muted_chats.user_id': goes('muted_chats'),
  'news_mails.user_id': goes('news_mails'),
  'news_mails.caused_by': { deletion: 'nameless', download: { none: 'it stands in the mails of others' } },
  'news_to_mail.user_id': {
    deletion: 'goes',
    download: { none: 'since when news waits to be mailed to its owner, for two days at most' },
  },
  'calendar_feeds.user_id': goes('calendar_feeds'),
  'blocks.user_id': goes('blocked'),
  'blocks_of_nobody.user_id': goes('blocked_nobody'),
  'blocks.other_id': { deletion: 'goes', download: { none: 'nobody is told of being blocked' } },
  'reports.reporter_id': nameless('reports_made'),
  'reports.user_id': { deletion: 'nameless', download: { none: 'nobody is told of being reported' } },
  'jobs.user_id': {
    deletion: 'goes',
    download: { none: 'mails on their way to its owner, for a day at most' },
  },
  // The pictures are deleted right after the transaction, and their rows with them.
  'uploads.owner_id': nameless('uploads'),
};

test('SAFE-03 every column that names a person goes or loses the name with the account', async () => {
  const rows = await app.context.db.query<{ name: string; rule: string }>(`
    select c.conrelid::regclass::text || '.' || a.attname as name, c.confdeltype as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid in ('public.users'::regclass, 'auth.users'::regclass)`);
  const rules = { goes: 'c', nameless: 'n' } as const;
  expect(Object.fromEntries(rows.map(({ name, rule }) => [name, rule]))).toEqual(
    Object.fromEntries(Object.entries(PERSONAL).map(([name, { deletion }]) => [name, rules[deletion]])),
  );
});

test('SAFE-03 the download has a part for every column that names its owner', () => {
  const wanted = Object.values(PERSONAL).flatMap(({ download }) =>
    'section' in download ? [download.section] : [],
  );
  expect(new Set(SECTIONS.map(({ name }) => name))).toEqual(new Set(wanted));
});

/** Columns that are in no download, by table; each for a reason. */
const LEFT_OUT: Record<string, readonly string[]> = {
  // Whose row it is needs no saying, here and below; no secret is told.
  'auth.sessions': [
    'user_id',
    'refresh_counter',
    'refresh_salt',
    'cookie_hash',
    'aal',
    'factor_id',
    'refresh_floor',
  ],
  'auth.factors': ['id', 'user_id', 'secret', 'last_step'],
  'auth.known_browsers': ['user_id', 'hash'],
  'auth.one_time_tokens': [
    'id',
    'user_id',
    'token_hash',
    'code_hash',
    'attempts',
    'payload',
    // Where strangers asked from is not the person's own; which sign-up it was says nothing.
    'asked_by',
    'attempts_by_others',
    'sign_up_id',
    'code_challenge',
  ],
  // Nobody is told who does not come back by it.
  friend_links: ['owner_id', 'salt', 'token_hash', 'left_by'],
  // Told as the other person and by whom it was asked.
  friendships: ['addressee_id'],
  // The draft the form was saved from, for the server alone.
  events: ['created_by', 'creation_key', 'creation_attempt', 'creation_saved_at'],
  event_invites: ['user_id', 'invited_by'],
  chat_message: ['chat_room_id', 'seq', 'user_id', 'author_key'],
  chat_read: ['user_id'],
  live_sharing: ['user_id'],
  meeting_points: ['set_by', 'author_key'],
  notifications: ['user_id'],
  // What sends to the device, and seals what is sent.
  push_subscriptions: ['id', 'user_id', 'p256dh', 'auth'],
  notification_settings: ['user_id'],
  muted_chats: ['user_id'],
  calendar_feeds: ['user_id', 'salt', 'token_hash'],
  // The number of a notification says nothing; who caused a mail stands in it.
  news_mails: ['user_id', 'up_to_id', 'caused_by', 'is_urgent'],
  // Told as a person; only one's own blocks are listed.
  blocks: ['user_id', 'other_id', 'is_blocker'],
  // Those that left the list are in no list.
  blocks_of_nobody: ['user_id', 'is_listed'],
  // Whom it is about stands in `subject`, as it was; of what did not exist nothing does. The picture is somebody else's.
  reports: ['id', 'reporter_id', 'user_id', 'event_id', 'message_id', 'by_guest', 'digest', 'picture'],
  // The tint is computed from the picture, which the download has.
  uploads: ['owner_id', 'tint'],
};

test('SAFE-03 the download has every column of a person’s data, except those named here', async () => {
  const left: Record<string, string[]> = {};
  for (const { from, item } of SECTIONS) {
    const table = /^[\w.]+/.exec(from)?.[0] ?? from;
    const columns = await app.context.db.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::text::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
    // Whether the title may be told is a condition, and tells nothing itself.
    const told = item.replace(/case when .*? end as event_title/s, '');
    left[table] = columns.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(told));
  }
  expect(left).toEqual(LEFT_OUT);
});

test('SAFE-03 the account in the download holds every column of both tables, save what opens it', async () => {
  const person = await app.signUp();
  const { account } = (await person.call(accountDataRoutes.downloadData)).body as { account: object };
  const columns = await app.context.db.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
     where (table_schema, table_name) in (('public', 'users'), ('auth', 'users'))`,
  );
  const told = new Set(Object.keys(account));
  expect(columns.map(({ name }) => name).filter((name) => !told.has(name))).toEqual(['password_hash']);
});
