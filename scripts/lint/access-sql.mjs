// Finds SQL that decides who may see or do something by a friendship, an invite, a block, an event's times, a consent to share or
// a meeting point. It reads the text of strings: a column whose name is put together at run time would escape it. Writing and
// selecting these columns, and sorting by them, decides nothing.

const STATUS = String.raw`(?<![-\w.])(?:\w+\.)?status\b`;
const TIME = String.raw`\b(?:\w+\.)?(?:start_time|end_time|cancelled_at)\b`;
const COMPARED = String.raw`(?:::\w+)?\s*(?:=|<>|!=|<|>|between\b|(?:not\s+)?in\s*\(|is\s+(?:not\s+)?(?:null|distinct))`;
const END_OF_CONSENT = String.raw`\b(?:\w+\.)?ends_at\b`;
const COMPARES = String.raw`(?:=|<|>)\s*(?:any\s*\()?`;
const AMONG = String.raw`\b(?:exists|in)\s*\(\s*select\b(?:(?!\bselect\b)[^])*?\bfrom\s+`;
/** `x is null as y` is a column of the answer. */
const OUTPUT = String.raw`\bis\s+(?:not\s+)?null\s+as\b`;

const DECISIONS = [
  ['the status of a friendship or invite', `${STATUS}${COMPARED}|${COMPARES}${STATUS}|\\bcase\\s+${STATUS}`],
  ["an event's times", `${TIME}${COMPARED}|${COMPARES}${TIME}|\\b(?:least|greatest)\\([^()]*${TIME}`],
  [
    'the privacy of an event',
    String.raw`\b(?:not|where|and|or|when)\s+(?:\w+\.)?is_private\b|\bis_private\s*(?:=|<>|is\b)`,
  ],
  ['a block', String.raw`\b(?:from|join|using|update|into)\s+blocks\b|^\s*blocks\s+(?:as\s+)?\w+\s+join\b`],
  [
    'whether there is a friendship or invite',
    String.raw`\bleft\s+join\s+(?:event_invites|friendships)\b|${AMONG}(?:event_invites|friendships)\b`,
  ],
  [
    // A subquery with a rule put into it decides by that rule.
    'a consent to share',
    String.raw`${END_OF_CONSENT}${COMPARED}|${COMPARES}${END_OF_CONSENT}|${AMONG}live_sharing\b(?![^)]*\$0)`,
  ],
  ['a meeting point', String.raw`${AMONG}meeting_points\b`],
].map(([by, pattern]) => ({ by, pattern: new RegExp(pattern, 'i') }));

const COLUMN = /^(?:\w+\.)?(?:status|start_time|end_time|cancelled_at|is_private|ends_at)$/;
const CONDITIONS = new Set(['where', 'whereRef', 'having', 'on', 'onRef', 'filterWhere']);
const SOURCES = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'updateTable', 'deleteFrom', 'insertInto']);

/** By what a text decides; none for one that decides nothing. */
export function decisionsOf(text) {
  const read = text
    .replaceAll(new RegExp(OUTPUT, 'gi'), ' as ')
    .replaceAll(/\bset\s[^]*?(?=\bwhere\b|\breturning\b|$)/gi, ' ');
  return DECISIONS.filter(({ pattern }) => pattern.test(read)).map(({ by }) => by);
}

/** The same for a call of the query builder. */
export function decisionsOfCall(method, argument) {
  if (CONDITIONS.has(method) && COLUMN.test(argument)) return [`the column ${argument}`];
  return SOURCES.has(method) && /^blocks\b/.test(argument) ? ['a block'] : [];
}

/** What reads these columns as data of its own. `text` is taken out of the statement, and the rest must decide nothing. */
export const ACCESS_EXCEPTIONS = [
  {
    file: 'server/src/events/guest-counts.ts',
    text: "i.status = 'accepted'",
    reason: 'Counts who is going, for everyone who sees the event or has its link (HOST-01, LINK-02).',
  },
  {
    file: 'server/src/events/guest-counts.ts',
    text: 'filter (where i.status =',
    reason: 'Counts the other answers, for guests (HOST-01).',
  },
  {
    file: 'server/src/features/blocks/repo.ts',
    by: 'a block',
    reason:
      'Its own table: writes blocks, lists them to the blocker, and keeps both rows while the other blocks too.',
  },
  {
    file: 'server/src/features/account-data/repo.ts',
    text: 'b.other_id from blocks b where b.user_id = $1 and exists',
    reason: 'Those from whom messages stay hidden once the account is gone are stored: blocks go with it.',
  },
  {
    file: 'server/src/features/account-data/repo.ts',
    text: 'where exists (select from blocks b where b.user_id = $1)',
    reason: 'The same: only then messages of the account get a key.',
  },
  {
    file: 'server/src/features/account-data/hidden-authors-repo.ts',
    text: 'not in (select p.author_key from meeting_points p where p.author_key is not null)',
    reason: 'Whether anything with the key of a deleted author is left.',
  },
  {
    file: 'server/src/features/account-data/download-repo.ts',
    text: 'blocks b join users u',
    reason: "A person's own blocks in the download of their data.",
  },
  {
    file: 'server/src/features/friendships/repo.ts',
    text: "f.status = 'pending'",
    reason: 'Compare and set: a request is accepted once. Who may accept is `canAcceptSql`.',
  },
  {
    file: 'server/src/features/invites/repo.ts',
    text: "status <> 'pending'",
    reason: 'Compare and set: an answer is reset once, and its guest is notified once.',
  },
  {
    file: 'server/src/features/invites/repo.ts',
    text: 'not exists (select from event_invites i where i.event_id = e.id and i.user_id = u.id)',
    reason: 'Leaves out friends who have an invite already; the creator sees the guest list anyway.',
  },
  {
    file: 'server/src/features/invites/repo.ts',
    text: 'where not exists (select from event_invites i where i.event_id = $3',
    reason:
      'Which pairs are locked: whoever is on the list already needs no lock. Who may invite whom is decided under it.',
  },
  {
    file: 'server/src/features/guest-merge/repo.ts',
    text: 'exists (select from event_invites own where own.event_id = e.id and own.user_id = $2)',
    reason: "The account's existing answer takes precedence over the guest's (GUEST-04).",
  },
  {
    file: 'server/src/features/guest-merge/repo.ts',
    text: "own.status = 'pending'\n      and (own.waiting_since is null or i.status = 'accepted' or i.waiting_since < own.waiting_since)",
    reason:
      'Compare and set: an invitation without an answer takes over that of the guest, which may be a place (GUEST-04, HOST-04).',
  },
  {
    file: 'server/src/features/notifications/deleted-event-repo.ts',
    text: 'other.start_time between item_start',
    reason: 'Whether two events are at about the same time; of invitations of the guest.',
  },
  {
    file: 'server/src/features/notifications/event-start-repo.ts',
    text: 'e.created_at < e.start_time',
    reason: 'Which starts are news: an event made while it runs does not go live.',
  },
  {
    file: 'server/src/features/calendar-feed/repo.ts',
    text: 'e.end_time >= $2',
    reason: 'How far a calendar reaches back; whose events they are is `eventsOfSql`.',
  },
  {
    file: 'server/src/features/reminders/repo.ts',
    text: 'e.start_time <= $1::timestamptz + interval',
    reason: 'Which rounds are near; an event that has begun or is cancelled has none by `aheadSql`.',
  },
  {
    file: 'server/src/features/reminders/repo.ts',
    text: 'e.start_time - round.lead <= $1 and e.created_at < e.start_time - round.lead',
    reason: 'Which rounds are due.',
  },
  {
    file: 'server/src/features/reminders/repo.ts',
    text: 'e.start_time < $1',
    reason: 'Which rounds are of no use any more.',
  },
  {
    file: 'server/src/features/reminders/repo.ts',
    text: "i.status in ('accepted', 'tentative')",
    reason: 'Whom a round reminds (REM-01); whether they still may know of it is `sendableSql`.',
  },
  {
    file: 'server/src/features/reminders/repo.ts',
    text: "i.status = 'pending'",
    reason: 'Whom a round asks for an answer (REM-01).',
  },
  {
    file: 'server/src/instance/revoke-again.ts',
    text: 'is_private <> $2',
    reason: 'Compare and set: a restore counts the events that it has made private again.',
  },
  {
    file: 'demo/fill/repo.ts',
    text: "i.status = 'accepted'",
    reason: 'The simulator moves those who answered Going; it shows nothing to anybody.',
  },
];
