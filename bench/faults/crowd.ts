import { ChatWriter } from '../../soak/chat-writer.ts';
import { checkChat, readStored } from '../../soak/check-chat.ts';
import { HttpLog } from '../../soak/http-log.ts';
import { Page } from '../../soak/page.ts';
import { User } from '../../soak/user.ts';
import { until } from '../../soak/wait.ts';
import type { Room } from './rooms.ts';

const UP_MAX_MS = 60_000;
const SETTLED_MAX_MS = 60_000;
const RESTORED_MAX_MS = 90_000;
const ON_ITS_WAY_MS = 30;

export type CrowdOptions = {
  url: string;
  pagesEach: number;
  retryMs?: number;
  pauseMs?: number;
  heartbeatMs?: number;
  timeoutMs?: number;
};
export type Restored = { writingMs: number; readingMs: number };

/** Everybody in some rooms writes without a pause; a few pages of each room listen. */
export class Crowd {
  readonly log = new HttpLog();
  readonly #rooms: { host: User; eventId: number; writers: ChatWriter[]; pages: Page[] }[];

  constructor(rooms: readonly Room[], options: CrowdOptions) {
    const { url, pagesEach, retryMs = 50, pauseMs = 0, heartbeatMs, timeoutMs } = options;
    this.#rooms = rooms.map(({ eventId, people }) => {
      const users = people.map((person) => new User(url, this.log, person));
      for (const user of users) user.timeoutMs = timeoutMs ?? user.timeoutMs;
      return {
        host: users[0]!,
        eventId,
        writers: users.map((user) => new ChatWriter(user, eventId, { pauseMs, retryMs })),
        pages: Array.from(
          { length: pagesEach },
          (_, index) =>
            new Page(users[index % users.length]!, eventId, {
              live: false,
              // Kills follow each other faster than the app's pages would come back (RT-01).
              reconnectMs: [200],
              ...(heartbeatMs !== undefined && { heartbeatMs }),
            }),
        ),
      };
    });
  }

  get writers(): ChatWriter[] {
    return this.#rooms.flatMap(({ writers }) => writers);
  }

  get pages(): Page[] {
    return this.#rooms.flatMap(({ pages }) => pages);
  }

  acknowledged(): number {
    return this.writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  async start(): Promise<void> {
    for (const page of this.pages) page.connect();
    if ((await until(() => this.pages.every((page) => page.isUp), UP_MAX_MS)) === null)
      throw new Error('The pages do not come up');
    for (const writer of this.writers) writer.start();
  }

  /** Times from then until everybody's next message is acknowledged, and until every page has received a new one. */
  async restored(sinceMs: number): Promise<Restored> {
    const { writers, pages } = this;
    // What was sent before may still have been on its way.
    const fromMs = sinceMs + ON_ITS_WAY_MS;
    const after = async (what: string, isSo: () => boolean) => {
      if ((await until(isSo, RESTORED_MAX_MS)) === null)
        throw new Error(`${what} in ${RESTORED_MAX_MS / 1_000} s`);
      return performance.now() - sinceMs;
    };
    const [writingMs, readingMs] = await Promise.all([
      after('Not everybody writes again', () => writers.every(({ lastAckMs }) => lastAckMs > fromMs)),
      after('Not every page receives again', () => pages.every(({ chat }) => chat.lastNewMs > fromMs)),
    ]);
    return { writingMs, readingMs };
  }

  /** Ends the writing, and compares every log with the stored one. */
  async finish(): Promise<string[]> {
    await Promise.all(this.writers.map((writer) => writer.stop()));
    const findings = this.log.findings();
    for (const { host, eventId, writers, pages } of this.#rooms) {
      const stored = await readStored(host, eventId);
      await until(() => pages.every(({ chat }) => chat.reach >= stored.size), SETTLED_MAX_MS);
      findings.push(
        ...checkChat(
          stored,
          writers,
          pages.map(({ chat }) => chat),
        ),
        ...writers.flatMap((writer) => writer.findings),
        ...pages.flatMap((page) => page.findings),
      );
    }
    this.close();
    return findings;
  }

  close(): void {
    for (const writer of this.writers) void writer.stop();
    for (const page of this.pages) page.close();
  }
}
