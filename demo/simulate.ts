// People walking about at an event and sharing where they are, over the same wire as everybody:
// npm run simulate -- --event ID [--people N] [--url http://127.0.0.1:3000] [--emails a@x,b@y --password …]
// Without --emails the people of the demo walk (npm run demo). A server of `npm run phone` is trusted with
// NODE_EXTRA_CA_CERTS=<file>, the certificate that it serves as /hereabouts.crt.
import { parseArgs } from 'node:util';
import { systemClock } from '@hereabouts/server/clock';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY, PEOPLE } from '#demo/people/people.ts';
import { simulate } from '#demo/simulator/simulate.ts';

const USAGE =
  'Usage: npm run simulate -- --event ID [--people N] [--url http://127.0.0.1:3000] [--emails a@x,b@y] [--password …]';
const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        event: { type: 'string' },
        people: { type: 'string', default: '8' },
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        emails: { type: 'string' },
        password: { type: 'string', default: DEMO_PASSWORD },
      },
    });
    return values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { event, people, url, emails, password } = readOptions();
const eventId = Number(event);
if (!Number.isSafeInteger(eventId) || eventId < 1 || !(Number(people) > 0)) fail(USAGE);
// Whoever tries it out signs in as the main person, so she stays where she is.
const demoEmails = PEOPLE.filter(({ key }) => key !== MAIN_KEY).map(({ key }) => `${key}@${EMAIL_DOMAIN}`);
const addresses = emails?.split(',') ?? demoEmails;

try {
  say('People arrive …');
  const simulation = await simulate({
    server: { url: url.replace(/\/$/, '') },
    eventId,
    candidates: addresses.map((email) => ({ email: email.trim(), password })),
    people: Number(people),
    clock: systemClock,
    random: Math.random,
  });
  if (simulation.walkers.length === 0) {
    fail('Nobody walks: the event must run, and the people exist and be invited to it.');
  }
  say(
    [`${simulation.walkers.length} walk about at ${url}/event/${eventId}/live:`, ...simulation.walkers].join(
      '\n  ',
    ),
  );
  say('Ctrl-C ends it.');
  // The clock's timers keep no process alive.
  const alive = setInterval(() => {}, 60_000);
  const leave = (why: string) => {
    clearInterval(alive);
    say(why);
    void simulation.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', () => leave('They go home.'));
  process.once('SIGTERM', () => leave('They go home.'));
  void simulation.ended.then(() => leave('The event has ended.'));
} catch (error) {
  const isAway = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  fail(isAway ? `Nothing answers at ${url}` : error instanceof Error ? error.message : String(error));
}
