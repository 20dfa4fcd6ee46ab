import * as anonymous from '@hereabouts/server/access/anonymous';
import * as suspended from '@hereabouts/server/access/suspended';
import { NOW_MS, type Happening, type Person, type Rows } from './access-facts.ts';
import { compare, type ParityCase } from './parity-case.ts';

const NOW = `'${new Date(NOW_MS).toISOString()}'::timestamptz`;

const listsOf = ({ invites }: Rows, { id }: Person): Happening[] =>
  invites.flatMap(({ event, person }) => (person.id === id ? [event] : []));

export const ONE_PERSON: readonly ParityCase[] = [
  compare(
    'notSuspended notSuspendedSql',
    `select u.name as key from users u where ${suspended.notSuspendedSql('u.id')}`,
    (rows) => rows.people,
    ({ index }) => `${index}`,
    ({ suspension }) => suspended.notSuspended(suspension),
  ),
  compare(
    'canBeFound canBeFoundSql',
    `select u.name as key from users u where ${anonymous.canBeFoundSql}`,
    (rows) => rows.people,
    ({ index }) => `${index}`,
    anonymous.canBeFound,
  ),
  compare(
    'isAnonymousSql',
    `select u.name as key from users u where ${anonymous.isAnonymousSql('u.id')}`,
    (rows) => rows.people,
    ({ index }) => `${index}`,
    ({ is_anonymous }) => is_anonymous,
  ),
  compare(
    'isListed isListedSql',
    `select u.name as key from users u where ${anonymous.isListedSql('u.id')}`,
    (rows) => rows.people,
    ({ index }) => `${index}`,
    (person, rows) => anonymous.isListed(listsOf(rows, person)),
  ),
  compare(
    'isListedAfter isListedAfterSql',
    `select u.name as key from users u where ${anonymous.isListedAfterSql('u.id', NOW)}`,
    (rows) => rows.people,
    ({ index }) => `${index}`,
    (person, rows) => anonymous.isListedAfter(listsOf(rows, person), NOW_MS),
  ),
];
