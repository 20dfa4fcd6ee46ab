import { resist, type Check } from '../check.ts';
import { measureDuring } from '../flood.ts';
import { befriend, eventBody, signUp, startEvent, type Person } from '../wire.ts';
import type { Instance } from '../instance.ts';

const LASTS_MS = 8_000;
/** Without the limits on joins the longest wait was 830 ms, with them 85 ms. */
const MAX_WAIT_MS = 500;
const GUESTS = 40;
/** The latter two are answered by Node itself. */
const PIPELINED = [
  'GET /api/home HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
];

const signUpMany = (instance: Instance, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => signUp(instance)));

/** Floods of a few accounts, and how long they keep another person waiting. */
export const floodChecks: readonly Check[] = [
  {
    id: 'S47',
    title: 'requests sent without waiting for responses keep nobody waiting',
    async run(stage) {
      const instance = await stage.instance();
      const other = await signUp(instance);
      const waits: string[] = [];
      for (const request of PIPELINED) {
        const flood = {
          kind: 'pipelines' as const,
          port: instance.port,
          lastsMs: LASTS_MS / 2,
          attackers: [],
          request,
        };
        const { sent, medianMs, worstMs } = await measureDuring(instance, flood, other.token);
        const seen = `${sent} connections: another person waits ${medianMs} ms, ${worstMs} ms at most`;
        resist(sent > 100 && worstMs < MAX_WAIT_MS, `${JSON.stringify(request)}: ${seen}`);
        waits.push(seen);
      }
      return waits.join('\n             ');
    },
  },
  {
    id: 'S38',
    title: 'joins without end keep nobody waiting',
    async run(stage) {
      const instance = await stage.instance();
      const other = await signUp(instance);
      const attackers = await signUpMany(instance, 10);
      const flood = { kind: 'joins' as const, port: instance.port, lastsMs: LASTS_MS, attackers };
      const { sent, medianMs, worstMs } = await measureDuring(instance, flood, other.token);
      const seen = `${sent} joins of ${attackers.length} accounts: another person waits ${medianMs} ms, ${worstMs} ms at most`;
      resist(sent > 10_000 && worstMs < MAX_WAIT_MS, seen);
      return seen;
    },
  },
  {
    id: 'S40',
    title: 'changes of guest lists without end keep nobody waiting',
    async run(stage) {
      const instance = await stage.instance();
      const other = await signUp(instance);
      const hosts = await signUpMany(instance, 3);
      const guests = await signUpMany(instance, GUESTS);
      const attackers = [];
      for (const host of hosts) {
        for (const guest of guests) await befriend(host, guest);
        const { id } = await startEvent(host, []);
        const edits = [guests, []].map((invited) => ({
          path: `/api/events/${id}`,
          body: { ...eventBody(invited, true, 2), keep_answers: true },
        }));
        attackers.push({ token: host.token, edits });
      }
      const flood = { kind: 'edits' as const, port: instance.port, lastsMs: LASTS_MS, attackers };
      const { sent, medianMs, worstMs } = await measureDuring(instance, flood, other.token);
      const seen = `${sent} edits of ${GUESTS} guests by ${hosts.length} hosts: another person waits ${medianMs} ms, ${worstMs} ms at most`;
      resist(sent > 20 && worstMs < MAX_WAIT_MS, seen);
      return seen;
    },
  },
];
