import { setTimeout as sleep } from 'node:timers/promises';
import type { Closers } from '../bench/closers.ts';
import { ChatWriter } from './chat-writer.ts';
import { checkChat, readStored } from './check-chat.ts';
import type { Fault } from './faults.ts';
import { HttpLog } from './http-log.ts';
import { METRICS_TOKEN, startMachines, type Machines } from './machines.ts';
import { Party, type Member } from './party.ts';
import { checkWithdrawn, withdraw, type Newcomers } from './revocations.ts';
import { SharedWork } from './shared-work.ts';
import { until } from './wait.ts';

const PROCESSES = 3;
const WRITE_PAUSE_MS = 40;
/** Time for a socket to be closed, or for a request to be refused, once something is away. */
const NOTICED_MAX_MS = 4_000;
/** RT-01 waits 10 s between attempts after an outage; a frozen socket is noticed by a heartbeat. */
const RECOVERED_MAX_MS = 100_000;
const SETTLED_MAX_MS = 30_000;
/** Steps of a second by which a shown position may lag. */
const LAG_STEPS = 4;

export type FaultReport = {
  name: string;
  /** Messages acknowledged from the beginning of the fault until all was healthy again. */
  acknowledged: number;
  /** The longest time a message waited for its acknowledgement, ms. */
  longestWaitMs: number;
  /** From the end of the fault until every message, socket and position got through again, ms; null: not in time. */
  recoveredMs: number | null;
  socketsLost: number;
  failures: ReadonlyMap<string, number>;
  findings: string[];
};

export type Total = {
  acknowledged: number;
  repeated: number;
  early: number;
  mails: number;
  mailsTwice: number;
  findings: string[];
};

/** Users at work on several machines, of which one after the other breaks. */
export class Soak {
  readonly machines: Machines;
  readonly #log = new HttpLog();
  readonly #work: SharedWork;
  readonly #party: Party;
  readonly #ann: Member;
  readonly #bob: Member;
  readonly #host: Member;
  readonly #writers: ChatWriter[];

  private constructor(
    machines: Machines,
    log: HttpLog,
    party: Party,
    [host, ann, bob]: [Member, Member, Member],
  ) {
    this.machines = machines;
    this.#log = log;
    this.#party = party;
    this.#work = new SharedWork(machines);
    [this.#host, this.#ann, this.#bob] = [host, ann, bob];
    this.#writers = [host, ann, bob].map(
      ({ user }) => new ChatWriter(user, party.eventId, { pauseMs: WRITE_PAUSE_MS }),
    );
  }

  static async start(closers: Closers): Promise<Soak> {
    const machines = await startMachines(PROCESSES, closers);
    const log = new HttpLog();
    const party = await Party.start(machines.url, log);
    const host = party.open(party.host);
    const ann = await party.addGuest('ann');
    const bob = await party.addGuest('bob', [ann.user]);
    const soak = new Soak(machines, log, party, [host, ann, bob]);
    closers.add(() => soak.#close());
    await Promise.all([ann, bob].map(({ sharer }) => sharer.start()));
    for (const writer of soak.#writers) writer.start();
    if ((await until(() => soak.#isHealthy([]), SETTLED_MAX_MS)) === null)
      throw new Error('It does not work before anything is broken');
    await soak.#checkSpread();
    return soak;
  }

  /** @throws Error when a process has none of the sockets: nothing between processes would be tried */
  async #checkSpread(): Promise<void> {
    for (const [index, { port }] of this.machines.processes.entries()) {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      const sockets = Number(/^realtime_connections (\d+)$/m.exec(metrics)?.[1]);
      if (!(sockets > 0)) throw new Error(`Process ${index + 1} has no sockets`);
    }
  }

  /** Breaks it and mends it while people write, share, and withdraw what they had granted. */
  async run(fault: Fault): Promise<FaultReport> {
    const newcomers = await this.#receive();
    const startedMs = performance.now();
    const before = this.#acknowledged();
    const closesBefore = this.#closes();
    const findings: string[] = [];
    const began = fault.begin(this.machines);
    const withdrawing = withdraw(this.#party, newcomers, this.#ann.user);
    const working = Promise.all([
      this.#work.askForMail(newcomers.former.user),
      this.#work.invite(this.#bob.user, this.#ann.user),
      this.#work.guess(newcomers.stopper.user),
    ]);
    // Awaited below, however the fault goes on.
    for (const task of [withdrawing, working]) task.catch(() => {});
    await began;
    const brokenMs = performance.now();
    findings.push(...(await this.#checkNoticed(fault, startedMs)));
    await sleep(Math.max(0, fault.lastsMs - (performance.now() - brokenMs)));
    await fault.end(this.machines);
    const endedMs = performance.now();
    const withdrawn = await withdrawing;
    await working;
    const { stopper, guest } = newcomers;
    const isHealthy = () =>
      this.#isHealthy([newcomers.former]) && this.#writers.every(({ lastAckMs }) => lastAckMs > endedMs);
    const recoveredMs = await until(isHealthy, RECOVERED_MAX_MS);
    if (recoveredMs === null)
      findings.push(`not healthy again ${RECOVERED_MAX_MS / 1_000} s later: ${this.#problem()}`);
    const witnesses = [...this.#host.pages, ...this.#ann.pages];
    await until(() => guest.pages.every((page) => page.isUp), SETTLED_MAX_MS);
    findings.push(
      ...(await checkWithdrawn(
        this.machines,
        this.#party,
        newcomers,
        { friend: this.#ann, witnesses },
        withdrawn,
      )),
    );
    for (const { pages, sharer } of [stopper, guest, newcomers.former]) {
      sharer.stopSending();
      for (const page of pages) page.close();
    }
    return {
      name: fault.name,
      acknowledged: this.#acknowledged() - before,
      longestWaitMs: Math.max(...this.#writers.map((writer) => writer.longestWaitSince(startedMs)), 0),
      recoveredMs,
      socketsLost: this.#closes() - closesBefore,
      failures: this.#log.failures(startedMs),
      findings,
    };
  }

  /** Ends the writing, and reads everybody's log. */
  async finish(): Promise<Total> {
    await Promise.all(this.#writers.map((writer) => writer.stop()));
    const { eventId, host } = this.#party;
    const stored = await readStored(host, eventId);
    const pages = this.#pages();
    await until(() => pages.every(({ chat }) => chat.reach >= stored.size), SETTLED_MAX_MS);
    const readers = pages.map(({ chat }) => chat);
    const findings = [
      ...checkChat(stored, this.#writers, readers),
      ...this.#writers.flatMap((writer) => writer.findings),
      ...pages.flatMap((page) => page.findings),
      ...(await this.#work.check()),
      ...this.#log.findings(),
      ...this.#backwards(),
    ];
    return {
      acknowledged: this.#acknowledged(),
      repeated: readers.reduce((sum, { repeated }) => sum + repeated, 0),
      early: readers.reduce((sum, { early }) => sum + early, 0),
      mails: this.#work.mails,
      mailsTwice: this.#work.mailsTwice,
      findings,
    };
  }

  async #receive(): Promise<Newcomers> {
    const friends = [this.#ann.user];
    const stopper = await this.#party.addGuest('stopper', friends);
    const former = await this.#party.addGuest('former', friends);
    const guest = await this.#party.addGuest('guest', friends);
    await Promise.all([stopper, former].map(({ sharer }) => sharer.start()));
    const isSeen = (page: Member['pages'][number]) =>
      page.shows(stopper.user.id) && page.shows(former.user.id);
    const all = [...stopper.pages, ...former.pages, ...guest.pages];
    const isReady = () =>
      all.every((page) => page.isUp) && [...this.#ann.pages, ...this.#host.pages].every(isSeen);
    if ((await until(isReady, SETTLED_MAX_MS)) === null)
      throw new Error('The newcomers are not seen by their friends');
    return { stopper, former, guest };
  }

  /** Users see what is wrong. */
  async #checkNoticed({ shows }: Fault, startedMs: number): Promise<string[]> {
    if (shows === 'nothing') return [];
    const isNoticed =
      shows === 'sockets closed'
        ? () => this.#pages().every((page) => !page.isUp)
        : () => this.#log.failures(startedMs).has('503 unavailable');
    return (await until(isNoticed, NOTICED_MAX_MS)) === null
      ? [`nobody was told within ${NOTICED_MAX_MS} ms`]
      : [];
  }

  #pages() {
    return [this.#host, this.#ann, this.#bob].flatMap(({ pages }) => pages);
  }

  #acknowledged(): number {
    return this.#writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  #closes(): number {
    return this.#pages().reduce((sum, { closes }) => sum + closes.length, 0);
  }

  /** Every page is up, and shows where everybody who shares has just been. */
  #isHealthy(others: readonly Member[]): boolean {
    return this.#problem(others) === '';
  }

  #problem(others: readonly Member[] = []): string {
    const down = [...this.#pages(), ...others.flatMap(({ pages }) => pages)].filter((page) => !page.isUp);
    if (down.length > 0) return `${down.length} pages are down`;
    const stale = [this.#ann, this.#bob].flatMap(({ user, sharer }) =>
      this.#pages()
        .filter((page) => page.user.id !== user.id)
        .filter((page) => (page.stepOf(user.id) ?? -Infinity) < sharer.step - LAG_STEPS),
    );
    return stale.length > 0 ? `${stale.length} positions are old` : '';
  }

  /** Positions that went back to where somebody had been before. */
  #backwards(): string[] {
    const findings: string[] = [];
    for (const page of this.#pages()) {
      const last = new Map<string, number>();
      for (const { userId, step } of page.positions) {
        if (step === null) continue;
        const before = last.get(userId) ?? -Infinity;
        if (step < before) findings.push(`a position went back from step ${before} to ${step}`);
        last.set(userId, step);
      }
    }
    return findings;
  }

  async #close(): Promise<void> {
    for (const { pages, sharer } of [this.#host, this.#ann, this.#bob]) {
      sharer.stopSending();
      for (const page of pages) page.close();
    }
    for (const writer of this.#writers) void writer.stop();
  }
}
