// One writer per table: which file or folder of server/src may insert into, update and delete from it. Rows that go with
// others by a foreign key go without their owner.

/** A path ending in `/` is a folder. */
export const TABLE_OWNERS = {
  users: 'features/users/',
  friendships: 'features/friendships/',
  friend_links: 'features/friend-links/',
  events: 'features/events/',
  event_links: 'features/event-links/',
  guests_disallowed: 'features/event-links/',
  merged_guests: 'features/guest-merge/',
  event_invites: 'features/invites/',
  removed_guests: 'features/invites/',
  announcements: 'features/announcements/',
  chat_room: 'features/chat/',
  chat_message: 'features/chat/',
  chat_hidden_authors: 'features/account-data/',
  account_deletions: 'accounts/account-deletions.ts',
  chat_read: 'features/chat/',
  live_sharing: 'features/sharing/',
  meeting_points: 'features/meeting-points/',
  notifications: 'features/notifications/',
  push_subscriptions: 'features/push/',
  notification_settings: 'features/notification-settings/',
  muted_chats: 'features/notification-settings/',
  calendar_feeds: 'features/calendar-feed/',
  reminders_sent: 'features/reminders/',
  news_mails: 'features/news-mails/',
  news_to_mail: 'features/news-mails/',
  pushed_chats: 'features/push/',
  chat_pushes: 'features/push/',
  blocks: 'features/blocks/',
  blocks_of_nobody: 'features/blocks/',
  reports: 'features/reports/',
  operator_actions: 'admin/',
  uploads: 'features/uploads/',
  jobs: 'jobs/',
  // Holds access losses.
  revocations: 'realtime/',
  instance: 'instance/',
  rate_limits: 'rate-limits/',
  rate_limits_kept: 'rate-limits/',
  'auth.users': 'auth/accounts/user-repo.ts',
  'auth.sign_ups': 'auth/sign-ups/sign-ups-repo.ts',
  'auth.invitation_codes': 'auth/sign-ups/sign-ups-repo.ts',
  'auth.suspensions': 'auth/accounts/suspension-repo.ts',
  'auth.sessions': 'auth/sessions/session-repo.ts',
  'auth.refresh_tokens': 'auth/sessions/refresh-token-repo.ts',
  'auth.one_time_tokens': 'auth/codes/one-time-token-repo.ts',
  'auth.code_askers': 'auth/codes/code-asker-repo.ts',
  'auth.flow_codes': 'auth/codes/flow-code-repo.ts',
  'auth.known_browsers': 'auth/sessions/known-browser-repo.ts',
  'auth.signing_keys': 'auth/tokens/signing-key-repo.ts',
  'auth.secrets': 'auth/tokens/secret-repo.ts',
  'auth.factors': 'auth/factors/factor-repo.ts',
  'auth.factor_challenges': 'auth/factors/challenge-repo.ts',
  'auth.recovery_codes': 'auth/factors/recovery-repo.ts',
};

/** Who else writes a table, and why. */
export const OTHER_WRITERS = [
  {
    file: 'features/account-data/repo.ts',
    tables: ['users', 'chat_message', 'meeting_points'],
    reason: 'Deletes an account: messages in batches beforehand, everything else with the row of the person.',
  },
  {
    file: 'features/guest-merge/repo.ts',
    tables: ['event_invites', 'removed_guests', 'chat_message', 'chat_read', 'notifications', 'reports'],
    reason: 'What an anonymous account has becomes an account’s: the same change in many tables.',
  },
  {
    file: 'features/waiting-list/repo.ts',
    tables: ['event_invites'],
    reason: 'Gives people of a waiting list a place, after changes by several features.',
  },
  {
    file: 'instance/after-restore.ts',
    tables: [
      'users',
      'events',
      'uploads',
      'notifications',
      'friend_links',
      'event_links',
      'calendar_feeds',
      'live_sharing',
      'push_subscriptions',
      'news_to_mail',
      'jobs',
      'auth.users',
      'auth.suspensions',
      'auth.sessions',
      'auth.one_time_tokens',
      'auth.factor_challenges',
      'auth.invitation_codes',
    ],
    reason:
      'Before anything is served: deletes again what had been deleted, and revokes what a backup brings back.',
  },
  {
    file: 'instance/revoke-again.ts',
    tables: ['event_invites', 'removed_guests', 'friendships', 'events', 'users'],
    reason: 'The same for what people had taken back themselves.',
  },
  {
    file: 'demo/fill/repo.ts',
    tables: ['users', 'events', 'chat_room', 'chat_message', 'notifications'],
    reason: 'Back-dates what the demo has made by the services, and makes a long chat at once.',
  },
];

const WRITES = [
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)\b/gi,
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]([a-z_.]+)/g,
];

/** The tables that a source writes. A name that is put together at run time escapes it. */
export function tablesWritten(source) {
  const names = WRITES.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name]) => name.toLowerCase()),
  );
  return new Set(names.filter((name) => Object.hasOwn(TABLE_OWNERS, name)));
}

/** The tables, with their owners, that `file`, a path within server/src or one of demo/, writes without owning them. */
export function tablesOfOthers(file, source) {
  return [...tablesWritten(source)]
    .map((table) => ({ table, owner: TABLE_OWNERS[table] }))
    .filter(({ owner }) => (owner.endsWith('/') ? !file.startsWith(owner) : file !== owner))
    .filter(
      ({ table }) => !OTHER_WRITERS.some((other) => other.file === file && other.tables.includes(table)),
    );
}

const CREATED = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_.]+)/gi;

/** The tables that a migration creates and nobody owns. */
export const tablesWithoutOwner = (migration) =>
  [...migration.matchAll(CREATED)]
    .map(([, name]) => name)
    .filter((name) => !Object.hasOwn(TABLE_OWNERS, name));
