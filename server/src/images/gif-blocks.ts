const TRAILER = 0x3b;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const HEADER_BYTES = 13;
const IMAGE_HEADER_BYTES = 10;

/** The decoder accepts truncated GIFs silently. A missing trailer is common and harmless. */
export function isWholeGif(bytes: Uint8Array): boolean {
  let at = HEADER_BYTES + colourTableBytes(bytes[10]);
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === EXTENSION) at += 2;
    else if (bytes[at] === IMAGE) at += IMAGE_HEADER_BYTES + colourTableBytes(bytes[at + 9]) + 1;
    else return false;
    for (let size = bytes[at]; size !== 0; size = bytes[at]) {
      if (size === undefined) return false;
      at += size + 1;
    }
    at += 1;
  }
  return at <= bytes.length;
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
