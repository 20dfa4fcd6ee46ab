const INITIAL_BYTES = 64;
const NUMBER_MAX_BYTES = 8;

/** See docs/live-frames.md. */
export class FrameWriter {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  int32(value: number): void {
    for (const shift of [24, 16, 8, 0]) this.byte((value >> shift) & 255);
  }

  uint48(value: number): void {
    const high = Math.floor(value / 2 ** 32);
    this.byte((high >> 8) & 255);
    this.byte(high & 255);
    this.int32((value % 2 ** 32) | 0);
  }

  varint(value: number): void {
    this.#reserve(NUMBER_MAX_BYTES);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128;
    this.#bytes[this.#length++] = rest;
  }

  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
