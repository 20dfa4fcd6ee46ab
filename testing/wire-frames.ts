const LENGTH_BYTES = 4;
const TERMINATE = 0x58;

/**
 * Cuts what has arrived of a Postgres client into whole messages and the rest. Before the session has started the
 * only message is the start-up packet, which carries no type byte. A client's goodbye is left out.
 */
export function splitFrames(bytes: Buffer, started: boolean): { complete: Uint8Array; rest: Buffer } {
  const header = started ? 1 : 0;
  let end = 0;
  let terminated = false;
  while (!terminated && bytes.length - end >= header + LENGTH_BYTES) {
    if (started && bytes[end] === TERMINATE) {
      terminated = true;
      break;
    }
    const next = end + header + bytes.readUInt32BE(end + header);
    if (next > bytes.length) break;
    end = next;
    if (!started) break;
  }
  return {
    complete: new Uint8Array(bytes.subarray(0, end)),
    rest: terminated ? Buffer.alloc(0) : bytes.subarray(end),
  };
}

/** A statement as the simple-query message. */
export function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const frame = Buffer.alloc(1 + LENGTH_BYTES);
  frame.write('Q');
  frame.writeUInt32BE(LENGTH_BYTES + body.length, 1);
  return new Uint8Array(Buffer.concat([frame, body]));
}

/** Whether one of a server's messages is an error. */
export function hasError(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === 'E'.charCodeAt(0)) return true;
  }
  return false;
}
