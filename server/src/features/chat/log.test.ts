import { randomUUID } from 'node:crypto';
import {
  connect as connectTo,
  createServer,
  type AddressInfo,
  type Server,
  type Socket as Tcp,
} from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { chatRoutes, type ChatJoinReply, type ChatMessage } from '@hereabouts/contract/chat';
import { chatTopic, REALTIME_PATH } from '@hereabouts/contract/realtime';
import { routeUrl } from '@hereabouts/contract/url';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { natsServer } from '@hereabouts/testing/nats';
import { startTwoProcesses } from '@hereabouts/testing/two-processes';
import fc from 'fast-check';
import { Socket, type Channel } from 'phoenix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Whatever several clients do at the same time, over a network that fails, each ends with the same log, without gaps or
 * doubles: real servers, real sockets, the stock client.
 */

const RUNS = 25;
const CLIENTS = 3;
const SOON_MS = 2;

type Step = {
  client: number;
  what: 'say' | 'say twice' | 'lose the answer' | 'cut' | 'leave' | 'enter' | 'wait';
};
const step: fc.Arbitrary<Step> = fc.record({
  client: fc.nat({ max: CLIENTS - 1 }),
  what: fc.oneof(
    {
      arbitrary: fc.constantFrom('say' as const, 'say twice' as const, 'lose the answer' as const),
      weight: 3,
    },
    {
      arbitrary: fc.constantFrom('cut' as const, 'leave' as const, 'enter' as const, 'wait' as const),
      weight: 2,
    },
  ),
});

/** A way to the server that can be cut without a word. */
async function startLine(url: string): Promise<{ url: string; cut: () => void; close: () => void }> {
  const ends = new Set<Tcp>();
  const { hostname, port } = new URL(url);
  const server: Server = createServer((near) => {
    const far = connectTo(Number(port), hostname);
    for (const [end, other] of [[near, far] as const, [far, near] as const]) {
      ends.add(end);
      end.pipe(other);
      end
        .on('error', () => {})
        .on('close', () => {
          ends.delete(end);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  const close = () => {
    cut();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, close };
}

/**
 * Keeps the log as a client must: in order, and reading what it misses where it sees a gap. One server leaves none: there
 * `read` is null.
 */
class Reader {
  readonly log: ChatMessage[] = [];
  /** What was asked for because of gaps. */
  readonly reading: Promise<void>[] = [];
  readonly #early = new Map<number, ChatMessage>();
  readonly #read: ((after: number) => Promise<ChatMessage[]>) | null;

  constructor(read: ((after: number) => Promise<ChatMessage[]>) | null) {
    this.#read = read;
  }

  take(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      const known = this.log[message.seq - 1];
      if (known === undefined) this.#early.set(message.seq, message);
      else if (!isDeepStrictEqual(message, known)) throw new Error(`Message ${message.seq} is two`);
    }
    for (let next; (next = this.#early.get(this.log.length + 1));) {
      this.#early.delete(next.seq);
      this.log.push(next);
    }
    if (this.#early.size > 0 && this.#read)
      this.reading.push(this.#read(this.log.length).then((missed) => this.take(missed)));
  }
}

async function startClient(app: TestApp, person: TestPerson, eventId: number, readsGaps: boolean) {
  const line = await startLine(app.url);
  const params = { eventId };
  const request = (route: Parameters<typeof routeUrl>[0], input: object, init: RequestInit) =>
    fetch(app.url + routeUrl(route, input), {
      ...init,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
  const read = async (after: number) => {
    const answer = await request(chatRoutes.listMessages, { params, query: { after } }, {});
    return ((await answer.json()) as { messages: ChatMessage[] }).messages;
  };
  const reader = new Reader(readsGaps ? read : null);
  const socket = new Socket(line.url.replace('http', 'ws') + REALTIME_PATH, {
    authToken: person.token,
    reconnectAfterMs: () => SOON_MS,
    rejoinAfterMs: () => SOON_MS,
  });
  const sent = new Set<string>();
  let channel: Channel | null = null;

  const post = async (id: string, signal?: AbortSignal) => {
    const body = { id, message: `Message ${id}` };
    const answer = await request(
      chatRoutes.sendMessage,
      { params },
      { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) },
    );
    const stored = (await answer.json()) as ChatMessage;
    if (answer.status !== 201 || stored.message !== body.message) throw new Error(JSON.stringify(stored));
  };
  const client = {
    reader,
    sent,
    enter() {
      if (channel !== null) return;
      channel = socket.channel(chatTopic(eventId), () => ({ after_seq: reader.log.length }));
      channel.on('message_added', (message: ChatMessage) => reader.take([message]));
      channel.join().receive('ok', ({ messages }: ChatJoinReply) => reader.take(messages));
    },
    async do(what: Step['what']): Promise<void> {
      const id = randomUUID();
      if (what === 'enter') client.enter();
      else if (what === 'cut') line.cut();
      else if (what === 'leave') {
        channel?.leave();
        channel = null;
      } else if (what !== 'wait') {
        sent.add(id);
        if (what === 'say twice') await Promise.all([post(id), post(id)]);
        else if (what === 'lose the answer') {
          const lost = new AbortController();
          const first = post(id, lost.signal).catch(() => {});
          setImmediate(() => lost.abort());
          await first;
          await post(id);
        } else await post(id);
      }
    },
    async stop() {
      socket.disconnect();
      line.close();
      await Promise.all(reader.reading);
    },
  };
  socket.connect();
  client.enter();
  return client;
}

/** The steps after which some client's log was another one; undefined when there are none. */
async function counterexample(
  apps: readonly TestApp[],
  people: readonly TestPerson[],
): Promise<string | undefined> {
  const [first] = apps;
  const [host, ...guests] = people;
  if (!first || !host) throw new Error('Nobody is there');
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const eventId = await createEvent(first, host, { invitee_ids: guests.map(({ id }) => id) });
    const clients = await Promise.all(
      people.map((person, index) =>
        startClient(apps[index % apps.length] ?? first, person, eventId, apps.length > 1),
      ),
    );
    try {
      const under: Promise<void>[] = [];
      for (const { client, what } of steps) {
        // Without waiting for it: the steps of all clients run into each other.
        const done = clients[client]?.do(what) ?? Promise.resolve();
        under.push(done);
        if (what === 'wait') await Promise.race(under);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(under);
      for (const client of clients) client.enter();
      const ids = clients.flatMap(({ sent }) => [...sent]);
      for (const { reader } of clients) {
        await expect.poll(() => reader.log.length, { interval: 5 }).toBe(ids.length);
      }
      const [one] = clients;
      expect(one?.reader.log.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
      expect(one?.reader.log.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      for (const { reader } of clients) expect(reader.log).toEqual(one?.reader.log);
    } finally {
      await Promise.all(clients.map((client) => client.stop()));
    }
  });
  return fc.defaultReportMessage(await fc.check(property, { numRuns: RUNS }));
}

async function signUpAll(app: TestApp): Promise<TestPerson[]> {
  const people: TestPerson[] = [];
  for (let n = 0; n < CLIENTS; n++) people.push(await app.signUp());
  for (const guest of people.slice(1)) await befriend(people[0]!, guest);
  return people;
}

/** A request given up while it connected leaves a connection that asks for nothing; its time-out alone would end it. */
const closeConnections = ({ app }: TestApp) => app.http.server.closeAllConnections();

describe('CHAT-09 each client ends with the same log, without gaps or doubles', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    closeConnections(app);
    await app.stop();
  });

  test('on one server', { timeout: 120_000 }, async () => {
    expect(await counterexample([app], await signUpAll(app))).toBeUndefined();
  });
});

describe.skipIf(natsServer === undefined)('CHAT-06 CHAT-09 servers that share a database and a bus', () => {
  let here: TestApp;
  let there: TestApp;
  let stop: () => Promise<void>;
  let people: TestPerson[];
  beforeAll(async () => {
    ({ here, there, stop } = await startTwoProcesses());
    people = await signUpAll(here);
  });
  afterAll(async () => {
    for (const app of [there, here]) closeConnections(app);
    await stop();
  });

  test('a message sent to one process is received at the other', async () => {
    const [host, guest] = people;
    const eventId = await createEvent(here, host!, { invitee_ids: [guest!.id] });
    const [mine, theirs] = await Promise.all([
      startClient(here, host!, eventId, true),
      startClient(there, guest!, eventId, true),
    ]);
    await mine.do('say');
    await theirs.do('say');
    for (const { reader } of [mine, theirs]) await expect.poll(() => reader.log.length).toBe(2);
    expect(theirs.reader.log).toEqual(mine.reader.log);
    await Promise.all([mine.stop(), theirs.stop()]);
  });

  test('a message sent again to the other one, at the same time, is stored once', async () => {
    const [host] = people;
    const eventId = await createEvent(here, host!);
    const send = async (app: TestApp, id: string) => {
      const answer = await fetch(app.url + routeUrl(chatRoutes.sendMessage, { params: { eventId } }), {
        method: 'POST',
        headers: { authorization: `Bearer ${host!.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id, message: 'Once' }),
      });
      return { status: answer.status, body: (await answer.json()) as ChatMessage };
    };
    for (let seq = 1; seq <= 20; seq++) {
      const id = randomUUID();
      const [one, two] = await Promise.all([send(here, id), send(there, id)]);
      expect([one.status, two.status, one.body.seq]).toEqual([201, 201, seq]);
      expect(two.body).toEqual(one.body);
    }
  });

  test('each client ends with the same log', { timeout: 120_000 }, async () => {
    expect(await counterexample([here, there], people)).toBeUndefined();
  });
});
