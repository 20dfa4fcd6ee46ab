import { sharingRoutes } from '@hereabouts/contract/sharing';
import type { Page } from './page.ts';

const EVERY_MS = 1_000;

/** Walks about and sends where, from one page, whether or not it may. */
export class Sharer {
  readonly page: Page;
  step = 0;
  /** The server's last answer to a position. */
  lastAnswer = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(page: Page) {
    this.page = page;
  }

  get userId(): string {
    return this.page.user.id;
  }

  async start(): Promise<void> {
    const { user, eventId } = this.page;
    await user.persist(sharingRoutes.startSharing, { params: { eventId }, body: {} });
    this.#timer = setInterval(() => void this.#send(), EVERY_MS);
  }

  stopSending(): void {
    clearInterval(this.#timer);
  }

  async #send(): Promise<void> {
    this.step += 1;
    this.lastAnswer = await this.page.sendPosition(this.step);
  }
}
