import { routes } from '@hereabouts/contract/routes';
import { MESSAGE_MAX } from '@hereabouts/contract/limits';
import { resist, type Check } from '../check.ts';
import { befriend, send, signUp, startEvent, type Person } from '../wire.ts';

/** Three bytes each in UTF-8. */
const LONGEST = '⍼'.repeat(MESSAGE_MAX);
const EACH = 30;
const IN_FLIGHT = 40;
const LASTS_MS = 4_000;
const MAX_WAIT_MS = 1_500;
/** Of the text of an answer. */
const MAX_PAGE_BYTES = 200_000;

const say = (person: Person, eventId: number) =>
  person.call(routes.sendMessage, {
    params: { eventId },
    body: { id: crypto.randomUUID(), message: LONGEST },
  });

/** Attacks with many long messages. */
export const chatLoadChecks: readonly Check[] = [
  {
    id: 'S35',
    title: 'reading a long chat over and over keeps nobody waiting',
    async run(stage) {
      const instance = await stage.instance();
      const [host, guest, other] = [await signUp(instance), await signUp(instance), await signUp(instance)];
      await befriend(host, guest);
      const { id } = await startEvent(host, [guest]);
      for (let at = 0; at < EACH; at++) await Promise.all([say(host, id), say(guest, id)]);
      const endMs = performance.now() + LASTS_MS;
      const isOver = () => performance.now() > endMs;
      let pages = 0;
      let longest = 0;
      const attack = async () => {
        while (!isOver()) {
          const { text } = await send(instance, `/api/events/${id}/chat?limit=500`, { token: host.token });
          pages += 1;
          longest = Math.max(longest, Buffer.byteLength(text));
        }
      };
      const lanes = Array.from({ length: IN_FLIGHT }, attack);
      const waits: number[] = [];
      while (!isOver()) {
        const startedMs = performance.now();
        const { status } = await send(instance, '/api/me', { token: other.token });
        waits.push(status === 200 ? performance.now() - startedMs : Infinity);
      }
      await Promise.all(lanes);
      const worst = Math.max(...waits);
      const seen = `${pages} pages of at most ${Math.round(longest / 1_000)} kB, ${IN_FLIGHT} at once: another person waits ${Math.round(worst)} ms at most`;
      resist(worst < MAX_WAIT_MS && longest <= MAX_PAGE_BYTES, seen);
      return seen;
    },
  },
  {
    id: 'S37',
    title: 'what one person stores in chats is bounded',
    async run(stage) {
      const instance = await stage.instance();
      const host = await signUp(instance);
      const { id } = await startEvent(host, []);
      let stored = 0;
      let waitS = 0;
      while (stored < 110 && waitS === 0) {
        const { status, headers } = await say(host, id);
        if (status === 201) stored += 1;
        else waitS = Number(headers.get('retry-after'));
      }
      // The limit on changes refills within a minute.
      resist(waitS > 60, `${stored} messages of ${MESSAGE_MAX} characters were stored`);
      return `refused after ${stored} messages of ${MESSAGE_MAX} characters, the next in ${waitS} s`;
    },
  },
];
