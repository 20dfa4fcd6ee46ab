/** What a run has opened, closed in reverse, also after a failure or Ctrl+C. */
export class Closers {
  readonly #tasks: (() => unknown)[] = [];
  #closing: Promise<void> | null = null;

  add(task: () => unknown): void {
    this.#tasks.push(task);
  }

  /** Who closes while that is under way waits for its end: a run that fails must not end the process before. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll().finally(() => (this.#closing = null));
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      try {
        await task();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
