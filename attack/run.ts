// Usage: npm run attack [-- S1 S7 …]   Tries known weaknesses on the built product; exit code 1 when one is open.
import { Weakness, type Check, type Skipped, type Stage } from './check.ts';
import { accountChecks } from './checks/accounts.ts';
import { browserChecks } from './checks/browser.ts';
import { chatLoadChecks } from './checks/chat-load.ts';
import { floodChecks } from './checks/floods.ts';
import { privacyChecks } from './checks/privacy.ts';
import { resourceChecks } from './checks/resources.ts';
import { transportChecks } from './checks/transport.ts';
import { startInstance, type Instance, type Settings } from './instance.ts';

const CHECKS: readonly Check[] = [
  ...accountChecks,
  ...browserChecks,
  ...chatLoadChecks,
  ...floodChecks,
  ...privacyChecks,
  ...resourceChecks,
  ...transportChecks,
].toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));

const SKIPPED: readonly Skipped[] = [
  {
    id: 'S16',
    reason:
      'a difference in time takes thousands of interleaved requests on a quiet machine; the statements are compared in server/src/features/events/queries.test.ts',
  },
  {
    id: 'S32',
    reason:
      'needs a password change at a moment inside the deletion; held open in server/src/features/account-data/proof.test.ts',
  },
  {
    id: 'S36',
    reason:
      'a download of everything one has takes as much to be stored first; held back in server/src/http/limits/long-downloads.test.ts',
  },
  {
    id: 'S39',
    reason:
      'needs an instance of 30,000 people; the rows read are counted in server/src/features/friendships/search-plan.test.ts',
  },
  {
    id: 'S42',
    reason:
      'an hour of notifications to hundreds of friends; budget, count and trimming in server/src/features/notifications/floods.test.ts',
  },
  {
    id: 'S48',
    reason: 'needs an authenticator; in server/src/auth/factors/half-way-sessions.test.ts',
  },
  {
    id: 'S49',
    reason: 'needs Postgres and a frozen process; in server/src/db/silent-transaction.test.ts',
  },
  {
    id: 'S55',
    reason: 'a day of refreshes; rows counted in server/src/auth/sessions/refresh.test.ts',
  },
  {
    id: 'S57',
    reason: 'needs two hundred guests; turns in server/src/http/queues/request-turns.test.ts',
  },
  {
    id: 'S56',
    reason: "needs the mailbox of a guest's wished address; in server/src/auth/accounts/conversion.test.ts",
  },
  {
    id: 'S58',
    reason: 'needs a backup and a restore; in server/src/instance/backup.test.ts',
  },
  {
    id: 'S64',
    reason:
      'needs a browser that is offline; in e2e/sign-out.spec.ts and server/src/auth/sessions/left-session.test.ts',
  },
  {
    id: 'S61',
    reason:
      'takes ten accounts with a hundred events each; statements, pieces, limits and turns in server/src/features/calendar-feed/floods.test.ts',
  },
  {
    id: 'S62',
    reason: 'needs a resolver that answers slowly; in server/src/push/pusher.test.ts',
  },
  {
    id: 'S63',
    reason:
      'takes a thousand events and friends; features/friendships/in-common-plan.test.ts counts the rows that a page reads',
  },
  {
    id: 'S65',
    reason: 'the floods take minutes; how much is read is counted in server/src/http/form-file.test.ts',
  },
  {
    id: 'S66',
    reason: 'the floods take minutes; in server/src/http/limits/costly-requests.test.ts',
  },
  {
    id: 'S67',
    reason: 'needs a co-host; in server/src/features/co-hosts/routes.test.ts',
  },
  {
    id: 'S68',
    reason: 'needs a crash within milliseconds and a restore; in server/src/jobs/awaited-jobs.test.ts',
  },
  {
    id: 'S70',
    reason:
      'needs a frozen NATS server and a frozen process; in server/src/realtime/nats-bus.test.ts and server/src/features/live/realtime.test.ts',
  },
  {
    id: 'S71',
    reason: 'needs the operator’s switch; in server/src/auth/accounts/conversion.test.ts',
  },
  {
    id: 'S69',
    reason: 'needs a backup and a restore; in server/src/auth/sessions/refresh.test.ts',
  },
  {
    id: 'S60',
    reason: 'needs two thousand guests; turns in server/src/http/queues/request-turns.test.ts',
  },
  {
    id: 'S59',
    reason: 'needs a co-host; in server/src/features/guest-removals/routes.test.ts',
  },
  {
    id: 'S53',
    reason: 'needs the mailbox of who asks; compared in server/src/auth/accounts/address-change.test.ts',
  },
  {
    id: 'S54',
    reason: 'needs two people who want one number; in server/src/auth/accounts/address-change.test.ts',
  },
  {
    id: 'S51',
    reason:
      'needs ten accounts with ten sessions each; turns in server/src/http/queues/request-turns.test.ts',
  },
  {
    id: 'S50',
    reason: 'a day of events; counted in server/src/features/events/limits.test.ts',
  },
  {
    id: 'S46',
    reason: 'a hundred sign-ins of one person; in server/src/auth/sessions/session-lifetime.test.ts',
  },
  {
    id: 'S45',
    reason: 'needs a mail server that answers slowly; tried in server/src/auth/codes/queued-mails.test.ts',
  },
  {
    id: 'S44',
    reason:
      'needs a hundred open live pages; counted in server/src/features/live/realtime.test.ts and web/src/lib/api/hints.test.ts',
  },
  {
    id: 'S43',
    reason:
      'S40 measures the waits; turns in server/src/http/queues/embedded-turns.test.ts and server/src/db/pool.test.ts',
  },
  {
    id: 'S41',
    reason: 'dead rows are removed each minute; server/src/db/vacuum.test.ts does so with its own clock',
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !CHECKS.some((check) => check.id === id));
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Known: ${CHECKS.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

const instances = new Map<string, Promise<Instance>>();
const stage: Stage = {
  instance(settings: Settings = {}) {
    const key = JSON.stringify(settings);
    const started = instances.get(key) ?? startInstance(settings);
    instances.set(key, started);
    return started;
  },
};

let open = 0;
let broken = 0;
const chosen = CHECKS.filter(({ id }) => asked.length === 0 || asked.includes(id));
try {
  for (const { id, title, run } of chosen) {
    const startedMs = performance.now();
    const seconds = () => `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
    try {
      const seen = await run(stage);
      console.log(`held    ${id.padEnd(4)} ${title}\n             ${seen} (${seconds()})`);
    } catch (error) {
      const isWeakness = error instanceof Weakness;
      if (isWeakness) open += 1;
      else broken += 1;
      const why = error instanceof Error ? error.message : String(error);
      console.log(
        `${isWeakness ? 'OPEN  ' : 'BROKEN'}  ${id.padEnd(4)} ${title}\n             ${why} (${seconds()})`,
      );
    }
  }
} finally {
  await Promise.all([...instances.values()].map(async (instance) => (await instance).stop()));
}
if (asked.length === 0)
  for (const { id, reason } of SKIPPED) console.log(`not run ${id.padEnd(4)} ${reason}`);
console.log(`${chosen.length - open - broken} held, ${open} open, ${broken} could not be run`);
process.exitCode = open + broken > 0 ? 1 : 0;
