import type { Socket } from 'node:net';
import type { Position } from '@hereabouts/contract/live';
import { createWalk, type Walk } from '@hereabouts/demo/simulator/walk';
import { WebSocket } from 'ws';

/** One person's connection: says where they are, and is told where the others are. */
export type Seat = { send: (position: Position) => void; close: () => void; bytesRead: () => number };
/** A friend as a viewer has been told of them; `index` is the person's number. */
export type Told = { index: number; latitude: number; longitude: number };
/** `bytes` without what the protocols put around them, `wireBytes` with it. */
export type Message = { people: readonly Told[]; bytes: number; wireBytes: number };
export type OpenSeat = (index: number, told: (message: Message) => void) => Promise<Seat>;

const CENTRE = { latitude: 49.1786, longitude: -2.1868 };
const RADIUS_M = 150;
const PERIOD_MS = 1_000;
const SLOT_MS = 10;
const OPENING_AT_ONCE = 20;
const STEPS_PER_DEGREE = 100_000;
/** Positions of a person that are still remembered when one comes back. */
const REMEMBERED = 6;

export type Walked = {
  seconds: number;
  /** Of the server's bytes, all people together. */
  bytes: number;
  updates: number;
  /** What told of them, without what the protocols put around it. */
  messages: number;
  messageBytes: number;
  /** The same with what the protocols put around it; not what they say of other things. */
  wireBytes: number;
  /** From the moment a device sends to the moment a friend has it, sorted. */
  stalenessMs: Float64Array;
  /** Between what was sent and what the friend was told, sorted. */
  errorsM: Float64Array;
};

type Sent = { steps: string; atMs: number; position: Position };
const stepsOf = (at: { latitude: number; longitude: number }): string =>
  `${Math.round(at.latitude * STEPS_PER_DEGREE)},${Math.round(at.longitude * STEPS_PER_DEGREE)}`;

function metresBetween(a: { latitude: number; longitude: number }, b: Told): number {
  const metresPerDegree = 111_195;
  const north = (b.latitude - a.latitude) * metresPerDegree;
  const east = (b.longitude - a.longitude) * metresPerDegree * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** People who walk about and send once a second, each at a moment of their own. */
export class Crowd {
  readonly #seats: Seat[] = [];
  readonly #walks: Walk[];
  readonly #sent: Sent[][];
  #staleness: number[] = [];
  #errors: number[] = [];
  #updates = 0;
  #messages = 0;
  #messageBytes = 0;
  #wireBytes = 0;
  #isMeasuring = false;

  constructor(people: number) {
    this.#walks = Array.from({ length: people }, () => createWalk(CENTRE, RADIUS_M, Math.random));
    this.#sent = this.#walks.map(() => []);
  }

  async open(openSeat: OpenSeat): Promise<void> {
    let next = 0;
    const openNext = async () => {
      while (next < this.#walks.length) {
        const index = next++;
        this.#seats[index] = await openSeat(index, (message) => this.#told(message));
      }
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext));
  }

  close(): void {
    for (const seat of this.#seats) seat.close();
  }

  /** Walks for so long; what the first part of it brings is thrown away. */
  async walk(seconds: number, warmUpS: number): Promise<Walked> {
    const timer = this.#startWalking();
    await pause(warmUpS);
    [this.#staleness, this.#errors, this.#isMeasuring] = [[], [], true];
    [this.#updates, this.#messages, this.#messageBytes, this.#wireBytes] = [0, 0, 0, 0];
    const [startedMs, before] = [performance.now(), this.#bytesRead()];
    await pause(seconds);
    this.#isMeasuring = false;
    const [endedMs, after] = [performance.now(), this.#bytesRead()];
    clearInterval(timer);
    return {
      seconds: (endedMs - startedMs) / 1_000,
      bytes: after - before,
      updates: this.#updates,
      messages: this.#messages,
      messageBytes: this.#messageBytes,
      wireBytes: this.#wireBytes,
      stalenessMs: Float64Array.from(this.#staleness).toSorted(),
      errorsM: Float64Array.from(this.#errors).toSorted(),
    };
  }

  #startWalking(): NodeJS.Timeout {
    const people = this.#walks.length;
    const startedMs = performance.now();
    let done = 0;
    return setInterval(() => {
      const due = Math.floor(((performance.now() - startedMs) / PERIOD_MS) * people);
      for (; done < due; done += 1) this.#send(done % people);
    }, SLOT_MS);
  }

  #send(index: number): void {
    // A silent phone would only make it easier.
    const position = this.#walks[index]?.step(PERIOD_MS / 1_000) ?? null;
    if (position === null) return;
    const sent = this.#sent[index] ?? [];
    sent.push({ steps: stepsOf(position), atMs: performance.now(), position });
    if (sent.length > REMEMBERED) sent.shift();
    this.#seats[index]?.send(position);
  }

  #told({ people, bytes, wireBytes }: Message): void {
    if (!this.#isMeasuring) return;
    this.#messages += 1;
    this.#messageBytes += bytes;
    this.#wireBytes += wireBytes;
    const nowMs = performance.now();
    this.#updates += people.length;
    for (const person of people) {
      const steps = stepsOf(person);
      const sent = this.#sent[person.index]?.findLast((one) => one.steps === steps);
      if (sent === undefined) continue;
      this.#staleness.push(nowMs - sent.atMs);
      this.#errors.push(metresBetween(sent.position, person));
    }
  }

  #bytesRead(): number {
    return this.#seats.reduce((sum, seat) => sum + seat.bytesRead(), 0);
  }
}

/** Of a WebSocket message with the header a server puts before it. */
export const framed = (bytes: number): number => bytes + (bytes < 126 ? 2 : 4);

const pause = (seconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, seconds * 1_000));

/** A socket that is open, and the bytes that have come over it. */
export function openSocket(
  url: string,
  protocols: readonly string[],
): Promise<{ ws: WebSocket; bytesRead: () => number }> {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(url, [...protocols], { perMessageDeflate: false });
    let stream: Socket | null = null;
    ws.once('upgrade', (response) => (stream = response.socket));
    ws.once('error', reject);
    ws.once('open', () => resolve({ ws, bytesRead: () => stream?.bytesRead ?? 0 }));
  });
}
