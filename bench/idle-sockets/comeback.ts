import { randomUUID } from 'node:crypto';
import { chatTopic, TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import { WebSocket } from 'ws';
import { openServer, seedDatabase, withClient } from '../signed-in-pages/database.ts';
import { startProduct } from '../signed-in-pages/product.ts';
import { makeSigningKey, signTokens } from '../signed-in-pages/visitors.ts';
import type { Closers } from '../closers.ts';
import { cpuSeconds } from '../processes.ts';

/** Messages that are written while everybody is away, and while everybody comes back. */
const MISSED = 20;
const MEANWHILE = 10;
const MEANWHILE_EVERY_MS = 50;
const BUSY_PAUSE_MS = 200;
/** An address may have 4,000 sockets and 1,000 connections that have sent nothing yet; docs/limits.md. */
const ADDRESSES = 8;
/** As the stock client does after a connection that failed. */
const RETRY_AFTER_MS = 1_000;

export type Comeback = {
  allMs: number;
  p50Ms: number;
  missing: number;
  /** Handed over by the join and told of as well: the client keeps one by its number. */
  doubled: number;
  /** Connections that failed at first. */
  retries: number;
  serverS: number;
};
/** Everybody loses the connection at once, and comes back at once. */
export type Chat = { comeBack: () => Promise<Comeback> };

const CHAT_SQL = `
  with person as (select n, seed_id('person ' || n) as id from generate_series(1, $1::int) n), event as (
    insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time, created_by, created_at, updated_at)
    select 'Festival', 'Field', 49.2, -2.1, now() - interval '3 hours', now() + interval '3 hours', id, now(), now()
    from person where n = 1 returning id
  ), invited as (
    insert into event_invites (event_id, user_id, status, created_at, updated_at)
    select event.id, person.id, 'accepted', now(), now() from event, person
  )
  select id::int as id from event`;
const PEOPLE_SQL = `
  select seed_id('person ' || n) as "userId", 'person' || n || '@example.org' as email, seed_id('session ' || n) as "sessionId"
  from generate_series(1, $1::int) n order by n`;

/** The product as it is started, with an event whose guests have its chat open. Null without Postgres. */
export async function openChat(people: number, closers: Closers): Promise<Chat | null> {
  const server = await openServer(closers);
  if (!server) return null;
  const seeded = await seedDatabase(server, 'comeback', people);
  const { eventId, persons } = await withClient(seeded.url, async (client) => {
    const made = await client.query<{ id: number }>(CHAT_SQL, [people]);
    await client.query('vacuum analyze');
    const found = await client.query<{ userId: string; email: string; sessionId: string }>(PEOPLE_SQL, [
      people,
    ]);
    return { eventId: made.rows[0]?.id ?? 0, persons: found.rows };
  });
  const signingKey = makeSigningKey();
  const tokens = await signTokens(
    seeded,
    signingKey,
    persons.map((person) => ({ ...person, eventId })),
  );
  const product = await startProduct(seeded, signingKey, closers);
  const topic = chatTopic(eventId);
  const newSeats = () =>
    tokens.map((token, index) => {
      const address = `127.0.0.${1 + (index % ADDRESSES)}`;
      return new Seat({ port: product.port, topic, address }, token);
    });
  let seats = newSeats();
  closers.add(() => seats.forEach((seat) => seat.leave()));
  await inTurns(seats, 50, (seat) => seat.join(null));

  let lastSeq = 0;
  const write = async (): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${product.port}/api/events/${eventId}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), message: 'By the left tower, behind the food stalls' }),
    });
    if (response.status === 503) {
      // The server is busy with those who come and go; the writer's client tries again.
      await response.text();
      await pause(BUSY_PAUSE_MS);
      return write();
    }
    if (response.status !== 201) throw new Error(`Writing was refused with ${response.status}`);
    lastSeq = ((await response.json()) as { seq: number }).seq;
  };

  return {
    async comeBack() {
      for (const seat of seats) seat.leave();
      await pause(1_000);
      const from = lastSeq;
      for (let count = 0; count < MISSED; count += 1) await write();
      seats = newSeats();
      const cpuBefore = cpuSeconds(product.pid);
      const startedMs = performance.now();
      const back = Promise.all(
        seats.map((seat) => seat.join(from).then(() => performance.now() - startedMs)),
      );
      // Awaited below; a failure before is not to end the process, and with it the clearing up.
      back.catch(() => {});
      for (let count = 0; count < MEANWHILE; count += 1) {
        await pause(MEANWHILE_EVERY_MS);
        await write();
      }
      const times = Float64Array.from(await back).toSorted();
      const serverS = cpuSeconds(product.pid) - cpuBefore;
      const isComplete = () => seats.every((seat) => seat.lastSeq >= lastSeq);
      for (let left = 100; left > 0 && !isComplete(); left -= 1) await pause(50);
      const wanted = lastSeq - from;
      return {
        allMs: times.at(-1) ?? Number.NaN,
        p50Ms: times.at(times.length >> 1) ?? Number.NaN,
        missing: seats.reduce((sum, { seqs }) => sum + wanted - new Set(seqs).size, 0),
        doubled: seats.reduce((sum, { seqs }) => sum + seqs.length - new Set(seqs).size, 0),
        retries: seats.reduce((sum, { retries }) => sum + retries, 0),
        serverS,
      };
    },
  };
}

type Message = [
  string | null,
  string | null,
  string,
  string,
  { status?: string; response?: JoinReply; seq?: number },
];
type Place = { port: number; topic: string; address: string };
type JoinReply = { messages?: { seq: number }[]; reason?: string };

class Seat {
  readonly seqs: number[] = [];
  retries = 0;
  readonly #place: Place;
  readonly #protocol: string;
  #ws: WebSocket | null = null;

  constructor(place: Place, token: string) {
    this.#place = place;
    this.#protocol = TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(token).toString('base64url');
  }

  get lastSeq(): number {
    return this.seqs.at(-1) ?? 0;
  }

  /** Connects, joins, and resolves when the server has answered with what was missed. */
  async join(afterSeq: number | null): Promise<void> {
    for (;;) {
      if (await this.#tryToJoin(afterSeq)) return;
      this.retries += 1;
      await pause(RETRY_AFTER_MS);
    }
  }

  #tryToJoin(afterSeq: number | null): Promise<boolean> {
    const { port, topic, address } = this.#place;
    const url = `ws://127.0.0.1:${port}/realtime/websocket?vsn=2.0.0`;
    const options = { perMessageDeflate: false, localAddress: address };
    const ws = new WebSocket(url, ['phoenix', this.#protocol], options);
    this.#ws = ws;
    return new Promise((resolve, reject) => {
      ws.on('error', () => resolve(false));
      ws.on('open', () => ws.send(JSON.stringify(['1', '1', topic, 'phx_join', { after_seq: afterSeq }])));
      ws.on('message', (data: Buffer) => {
        const [, , , event, payload] = JSON.parse(data.toString()) as Message;
        if (event === 'message_added' && payload.seq !== undefined) this.seqs.push(payload.seq);
        if (event !== 'phx_reply') return;
        if (payload.status !== 'ok') {
          reject(new Error(`Joining was refused: ${payload.response?.reason}`));
          return;
        }
        for (const { seq } of payload.response?.messages ?? []) this.seqs.push(seq);
        resolve(true);
      });
    });
  }

  leave(): void {
    this.#ws?.on('error', () => {});
    this.#ws?.terminate();
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

/** How long so many bare connections take, with the same client: what no server can be quicker than. */
export async function reconnectBare(people: number, port: number): Promise<number> {
  const startedMs = performance.now();
  const sockets = Array.from({ length: people }, () => new WebSocket(`ws://127.0.0.1:${port}`));
  await Promise.all(
    sockets.map(
      (ws) => new Promise<void>((resolve, reject) => ws.once('open', resolve).once('error', reject)),
    ),
  );
  const tookMs = performance.now() - startedMs;
  for (const ws of sockets) ws.terminate();
  return tookMs;
}
