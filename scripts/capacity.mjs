// What an instance needs for so many people: npm run capacity [-- --people 1e6 --events 0.01 …]. See docs/scaling.md.
import { parseArgs } from 'node:util';

/** What people do. Each can be given: `--events 0.02`. */
export const HABITS = {
  /** Of the people, on one day. */
  active: 0.2,
  /** Of an active person on one day. */
  homePages: 6,
  eventPages: 6,
  contactPages: 1,
  messages: 5,
  changes: 2,
  /** Events, for each person and day. */
  events: 0.01,
  guests: 12,
  /** Of a message: members of the chat with an open page, on any process. */
  listeners: 4,
  /** People who share their position, for each person and day; for how long; and how many see one of them. */
  sharers: 0.02,
  sharingHours: 1.5,
  viewers: 8,
  /** Of the day's work, in its busiest hour. Saturday evening is not spread over the world. */
  busiestHour: 0.15,
  /** Open sockets in that hour, of the people who are active that day. */
  sockets: 0.15,
  /** Days for which events and their chats are kept. */
  keptDays: 730,
};

/** CPU in µs of the server's process, and of Postgres. Measured (bench/RESULTS.md, B2 to B5), but for changes and events, which
 * are estimated from their statements. */
export const COSTS = {
  homePage: { server: 132, database: 185 },
  eventPage: { server: 88, database: 105 },
  contactPage: { server: 161, database: 276 },
  message: { server: 60, database: 83 },
  /** To one socket. */
  delivery: { server: 1.1, database: 0 },
  /** An answer or an edit with its notifications; five statements and a commit. */
  change: { server: 600, database: 900 },
  event: { server: 2_000, database: 4_000 },
  /** A sharer for a second, with all who see them; the database looks up each consent (estimated). */
  sharingSecond: { server: 60, database: 5 },
};

/** In Postgres, measured with 20,000 events of 12 guests and 10 messages, indexes included. */
export const BYTES = {
  person: 368 + 706 + 10 * 251,
  event: 518 + 117,
  /** With the read mark and three notifications, of which most are swept. */
  guest: 179 + 113 + 338,
  message: 325,
};

export const LIMITS = {
  /** A process is one thread; above this part of a core it answers late. */
  busy: 0.5,
  kilobytesASocket: 10,
  megabytesAProcess: 230,
  socketsAProcess: 20_000,
  /** The largest usual machine, at half its cores. */
  databaseCores: 64,
  databaseConnections: 500,
  connectionsAProcess: 10,
  databaseTerabytes: 16,
  /** Of one NATS server, with small messages. */
  busMessages: 500_000,
};

const HOUR_S = 3_600;

/** @param {number} people @param {typeof HABITS} habits */
export function needs(people, habits = HABITS) {
  const active = people * habits.active;
  const aDay = {
    homePage: active * habits.homePages,
    eventPage: active * habits.eventPages,
    contactPage: active * habits.contactPages,
    message: active * habits.messages,
    delivery: active * habits.messages * habits.listeners,
    change: active * habits.changes + people * habits.events * habits.guests,
    event: people * habits.events,
    sharingSecond: people * habits.sharers * habits.sharingHours * HOUR_S,
  };
  const perSecond = (/** @type {keyof typeof aDay} */ kind) => (aDay[kind] * habits.busiestHour) / HOUR_S;
  const kinds = /** @type {(keyof typeof aDay)[]} */ (Object.keys(aDay));
  const cores = (/** @type {'server' | 'database'} */ where) =>
    kinds.reduce((sum, kind) => sum + (perSecond(kind) * COSTS[kind][where]) / 1e6, 0);
  const reads = ['homePage', 'eventPage', 'contactPage'];
  const sockets = active * habits.sockets;
  const databaseCores = cores('database') / LIMITS.busy;
  const processes = Math.max(
    people > 20_000 ? 2 : 1,
    Math.ceil(cores('server') / LIMITS.busy),
    Math.ceil(sockets / LIMITS.socketsAProcess),
  );
  const publishes = perSecond('message') + 3 * perSecond('change') + perSecond('sharingSecond');
  // A message goes to each process that has a listener; positions to those with a viewer.
  const copies = (/** @type {number} */ receivers) => processes * (1 - (1 - 1 / processes) ** receivers);
  const busMessages =
    publishes +
    perSecond('message') * copies(habits.listeners) +
    3 * perSecond('change') * copies(habits.guests / 4) +
    perSecond('sharingSecond') * copies(habits.viewers);
  const terabytes =
    (people * BYTES.person +
      habits.keptDays *
        (people * habits.events * (BYTES.event + habits.guests * BYTES.guest) +
          aDay.message * BYTES.message)) /
    1e12;
  return {
    requests: kinds.slice(0, 4).reduce((sum, kind) => sum + perSecond(kind), 0) + perSecond('change'),
    sockets,
    processes,
    serverMemoryGb: (processes * LIMITS.megabytesAProcess + (sockets * LIMITS.kilobytesASocket) / 1e3) / 1e3,
    databaseCores,
    readShare:
      reads.reduce(
        (sum, kind) =>
          sum +
          (perSecond(/** @type {'homePage'} */ (kind)) * COSTS[/** @type {'homePage'} */ (kind)].database) /
            1e6,
        0,
      ) / cores('database'),
    connections: processes * LIMITS.connectionsAProcess,
    terabytes,
    busMessages: processes === 1 ? 0 : busMessages,
  };
}

/** What gives way first, and what removes it. @param {ReturnType<typeof needs>} need */
export function bottleneck(need) {
  const over = [
    { of: need.databaseCores / LIMITS.databaseCores, text: 'database CPU' },
    { of: need.connections / LIMITS.databaseConnections, text: 'database connections' },
    { of: need.terabytes / LIMITS.databaseTerabytes, text: 'database disk' },
    { of: need.busMessages / LIMITS.busMessages, text: 'bus messages' },
  ].toSorted((a, b) => b.of - a.of)[0];
  if (over === undefined || over.of < 1) return 'none';
  return `${over.text}, ${over.of < 10 ? over.of.toFixed(1) : Math.round(over.of)} × one server`;
}

const count = (/** @type {number} */ number) =>
  number >= 1e6 ? `${(number / 1e6).toFixed(1)} M` : Math.round(number).toLocaleString('en-GB');
const small = (/** @type {number} */ number) =>
  number < 10 ? number.toFixed(number < 0.1 ? 2 : 1) : count(number);

/** @param {readonly number[]} peoples @param {typeof HABITS} habits */
export function table(peoples, habits = HABITS) {
  const head =
    '| people | requests/s | sockets | processes | their memory, GB | database cores | connections | disk, TB | bus messages/s | first bottleneck |';
  const rows = peoples.map((people) => {
    const need = needs(people, habits);
    const cells = [
      count(people),
      small(need.requests),
      count(need.sockets),
      count(need.processes),
      small(need.serverMemoryGb),
      small(need.databaseCores),
      count(need.connections),
      small(need.terabytes),
      small(need.busMessages),
      bottleneck(need),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [head, head.replaceAll(/[^|]+/g, '---').replaceAll('|---', '| --- ').trim(), ...rows].join('\n');
}

export const PEOPLE = [1e5, 1e6, 1e7, 1e8];

if (import.meta.main) {
  const options = Object.fromEntries(
    ['people', ...Object.keys(HABITS)].map((name) => [name, { type: /** @type {const} */ ('string') }]),
  );
  const { values } = parseArgs({ options });
  const given = Object.entries(values).map(([name, text]) => [name, Number(text)]);
  const wrong = given.find(([, number]) => !(Number(number) >= 0));
  if (wrong) throw new Error(`--${wrong[0]} must be a number`);
  const { people, ...habits } = Object.fromEntries(given);
  console.log(table(people === undefined ? PEOPLE : [people], { ...HABITS, ...habits }));
  console.log(`\nIn the busiest hour. Each value can be given, such as --people 1e6 --events 0.02:`);
  for (const [name, value] of Object.entries({ ...HABITS, ...habits })) console.log(`  ${name} ${value}`);
}
