import * as eventLinks from '@hereabouts/server/access/event-links';
import * as links from '@hereabouts/server/access/friend-links';
import { NOW_MS } from './access-facts.ts';
import { compare, type ParityCase } from './parity-case.ts';

const NOW = `'${new Date(NOW_MS).toISOString()}'::timestamptz`;

export const LINKS: readonly ParityCase[] = [
  compare(
    'isFriendLinkOpen friendLinkOpenSql',
    `select l.owner_id::text as key from friend_links l where ${links.friendLinkOpenSql(NOW)}`,
    (rows) => rows.links,
    ({ owner_id }) => owner_id,
    (link) => links.isFriendLinkOpen(link, NOW_MS),
  ),
  compare(
    'hasNotLeft hasNotLeftSql',
    `select l.owner_id || ' ' || u.name as key from friend_links l cross join users u where ${links.hasNotLeftSql('u.id')}`,
    (rows) => rows.links.flatMap((link) => rows.people.map((person) => ({ link, person }))),
    ({ link, person }) => `${link.owner_id} ${person.index}`,
    ({ link, person }) => links.hasNotLeft(person, link),
  ),
  compare(
    'isLinkOpen linkOpenSql',
    `select e.title as key from events e where ${eventLinks.linkOpenSql(NOW)}`,
    (rows) => rows.events,
    ({ index }) => `${index}`,
    (event, { people }) => {
      const creator = people.find(({ id }) => id === event.created_by);
      return eventLinks.isLinkOpen(event, creator!.suspension, NOW_MS);
    },
  ),
  compare(
    'canUseEventLink canUseEventLinkSql',
    `select e.title || ' ' || u.name as key from events e cross join users u
    where ${eventLinks.canUseEventLinkSql('u.id')}`,
    (rows) => rows.seats,
    ({ event, person }) => `${event.index} ${person.index}`,
    (seat, { blocks, removed }) => {
      const { event, person } = seat;
      const block = blocks.find((one) => one.user_id === person.id && one.other_id === event.created_by);
      return eventLinks.canUseEventLink(block ?? null, removed.includes(seat));
    },
  ),
];
