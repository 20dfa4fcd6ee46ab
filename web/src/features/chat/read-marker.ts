import { webClock, type WebClock } from '#web/lib/time/clock.ts';
import { ReadPace } from './read-pace.ts';

export type Looking = {
  isAtBottom: boolean;
  /** `seq` of the last message shown (`reachOf`). */
  reach: number;
  readSeq: number;
};
export type Marks = { seq: number; shown_seq?: number };

/** Tells the server what somebody looks at: read at the end of the log (CHAT-12), elsewhere shown, so that nobody gets a push
 * about what is on the screen (PUSH-05). */
export class ReadMarker {
  readonly #send: (marks: Marks) => Promise<number | null>;
  readonly #clock: Pick<WebClock, 'now' | 'after'>;
  readonly #pace = new ReadPace();
  #looking: Looking | null = null;
  #shownSeq = 0;
  #stopWaiting: () => void = () => {};

  /** @param send gives the ms after which to send again what failed, else null */
  constructor(
    send: (marks: Marks) => Promise<number | null>,
    clock: Pick<WebClock, 'now' | 'after'> = webClock,
  ) {
    this.#send = send;
    this.#clock = clock;
  }

  /** @param looking null: nobody looks any more, and what was in sight is marked at once */
  look(looking: Looking | null): void {
    this.#stopWaiting();
    const left = this.#looking;
    this.#looking = looking;
    if (looking === null) {
      if (left !== null && this.#pace.hasWaited(this.#clock.now())) this.#mark(left);
      return this.#pace.rest();
    }
    const { isAtBottom, reach, readSeq } = looking;
    const markedSeq = isAtBottom ? readSeq : Math.max(readSeq, this.#shownSeq);
    if (reach <= markedSeq) return this.#pace.rest();
    const waitMs = this.#pace.waitMs(isAtBottom, this.#clock.now());
    this.#stopWaiting = this.#clock.after(waitMs, () => this.#mark(looking));
  }

  #mark({ isAtBottom, reach, readSeq }: Looking): void {
    this.#pace.sent(this.#clock.now());
    this.#shownSeq = reach;
    void this.#send(isAtBottom ? { seq: reach } : { seq: readSeq, shown_seq: reach }).then((againAfterMs) => {
      if (againAfterMs === null) return;
      this.#shownSeq = 0;
      this.#pace.failed(againAfterMs, this.#clock.now());
      this.look(this.#looking);
    });
  }
}
