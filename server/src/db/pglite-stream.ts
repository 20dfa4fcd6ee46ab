import { Duplex } from 'node:stream';

/** Two messages on the way: the thread has the next at hand while this side reads the last. */
const MAX_ON_THE_WAY = 2;

/**
 * Stands in for the client's socket. What is written while the thread is busy, and within one turn of the event
 * loop, travels as one message: the busier it gets, the more statements share the cost of a hop.
 */
export class PgliteStream extends Duplex {
  readonly #post: (bytes: Uint8Array) => void;
  #chunks: Buffer[] = [];
  #onTheWay = 0;
  #scheduled = false;

  constructor(post: (bytes: Uint8Array) => void) {
    super();
    this.#post = post;
  }

  /** Bytes from the server: the whole answer to the oldest message on the way. */
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
    // The client says goodbye only when every answer has come.
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

  // What the client asks of a socket.
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
