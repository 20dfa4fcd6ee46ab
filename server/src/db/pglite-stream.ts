import { Duplex } from 'node:stream';

/** The thread has one more message ready while this side reads an answer. */
const MAX_ON_THE_WAY = 2;

/** The client's socket. What is written while the thread is busy, or within one tick, is sent as one message. */
export class PgliteStream extends Duplex {
  readonly #post: (bytes: Uint8Array) => void;
  #chunks: Buffer[] = [];
  #onTheWay = 0;
  #scheduled = false;

  constructor(post: (bytes: Uint8Array) => void) {
    super();
    this.#post = post;
  }

  receive(bytes: Uint8Array): void {
    this.#onTheWay--;
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#flush();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#add(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#add(chunk);
    done();
  }

  override _final(done: () => void): void {
    // The client ends after the last answer.
    this.push(null);
    done();
  }

  #add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#scheduled) return;
    this.#scheduled = true;
    process.nextTick(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#onTheWay >= MAX_ON_THE_WAY || this.#chunks.length === 0 || this.destroyed) return;
    const bytes = new Uint8Array(Buffer.concat(this.#chunks));
    this.#chunks = [];
    this.#onTheWay++;
    this.#post(bytes);
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
