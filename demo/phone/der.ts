/** The few forms of ASN.1's DER that a certificate needs: each is a tag, a length and the content. */

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => element(0x31, ...parts);
export const octets = (content: Uint8Array): Buffer => element(0x04, content);
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.of(value ? 0xff : 0x00));

/** `[tag]` around a whole element. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => element(0xa0 | tag, ...parts);
/** `[tag]` in place of the element's own tag, for content that is not made of elements. */
export const labelled = (tag: number, content: Uint8Array): Buffer => element(0x80 | tag, content);

/** A number of any length, most significant byte first, never negative. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const digits = bytes.subarray(start);
  // A leading bit that is set would read as a minus.
  return element(0x02, (digits[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.of(), digits);
}

/** @param unusedBits at the end of the last byte */
export const bits = (content: Uint8Array, unusedBits = 0): Buffer =>
  element(0x03, Buffer.of(unusedBits), content);

/** @param dotted e.g. `2.5.29.17` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(inSevenBits)));
}

/** @param ms since the epoch; the years until 2049 are written with two digits, as certificates must */
export function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return ms < Date.UTC(2050, 0)
    ? element(0x17, Buffer.from(text.slice(2)))
    : element(0x18, Buffer.from(text));
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.of(content.length);
  const bytes: number[] = [];
  for (let left = content.length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.of(0x80 | bytes.length, ...bytes);
}

function inSevenBits(value: number): number[] {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    bytes.unshift(0x80 | (left % 128));
  }
  return bytes;
}
