import { setTimeout as sleep } from 'node:timers/promises';
import { chatRoutes } from '@hereabouts/contract/chat';
import { mayRetry, type User } from './user.ts';

/** A message that the server has said it holds. */
export type Acknowledged = {
  readonly id: string;
  readonly seq: number;
  readonly n: number;
  readonly ackedMs: number;
  readonly waitMs: number;
};

/** Writes one message after the other, each again by its id until it is acknowledged, as the app's outbox does. */
export class ChatWriter {
  readonly acknowledged: Acknowledged[] = [];
  readonly findings: string[] = [];
  lastAckMs = performance.now();
  readonly #user: User;
  readonly #eventId: number;
  readonly #pauseMs: number;
  readonly #retryMs: number;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(
    user: User,
    eventId: number,
    { pauseMs, retryMs = 250 }: { pauseMs: number; retryMs?: number },
  ) {
    this.#user = user;
    this.#eventId = eventId;
    this.#pauseMs = pauseMs;
    this.#retryMs = retryMs;
  }

  start(): void {
    this.#running = this.#write();
  }

  /** The message under way is still written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  longestWaitSince(fromMs: number): number {
    return this.acknowledged.reduce(
      (longest, { ackedMs, waitMs }) => (ackedMs >= fromMs ? Math.max(longest, waitMs) : longest),
      0,
    );
  }

  async #write(): Promise<void> {
    for (let n = 1; !this.#isStopped; n += 1) {
      const id = crypto.randomUUID();
      const startedMs = performance.now();
      const input = { params: { eventId: this.#eventId }, body: { id, message: `${this.#user.email} ${n}` } };
      for (;;) {
        const answer = await this.#user.try(chatRoutes.sendMessage, input);
        if (mayRetry(answer)) {
          await sleep(this.#retryMs);
          continue;
        }
        if (answer.status !== 201) {
          this.findings.push(`a message was refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
          return;
        }
        this.lastAckMs = answer.ackedMs;
        const { ackedMs } = answer;
        this.acknowledged.push({ id, seq: answer.body.seq, n, ackedMs, waitMs: ackedMs - startedMs });
        break;
      }
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }
}
