import { isNestedTooDeep } from '#server/http/limits/json-depth.ts';

/** Phoenix channels v2: text frames hold `[join_ref, ref, topic, event, payload]`; binary ones a kind, name sizes, names and
 * bytes. A server message is encoded once, as a whole WebSocket frame (unmasked, RFC 6455), for every socket and process. */
export type Frame = Buffer;

const TEXT = 0x81;
const BINARY = 0x82;
const KIND_BROADCAST = 2;
const NAME_MAX_BYTES = 255;

export type ClientMessage = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Readonly<Record<string, unknown>>;
};

export function parseClientMessage(text: string): ClientMessage | null {
  // Deep nesting takes a hundred times as long to parse.
  if (isNestedTooDeep(text)) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 5) return null;
  const [joinRef, ref, topic, event, payload] = parts as unknown[];
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event)) return null;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
  return { joinRef, ref, topic, event, payload: payload as Record<string, unknown> };
}

export function encodeMessage(
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: object,
): Frame {
  const text = JSON.stringify([joinRef, ref, topic, event, payload]);
  const bytes = Buffer.byteLength(text);
  const frame = frameFor(TEXT, bytes);
  frame.write(text, frame.length - bytes);
  return frame;
}

export const encodeBroadcast = (topic: string, event: string, payload: object): Frame =>
  encodeMessage(null, null, topic, event, payload);

export function encodeBinaryBroadcast(topic: string, event: string, data: Uint8Array): Frame {
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(event);
  if (topicBytes.length > NAME_MAX_BYTES || eventBytes.length > NAME_MAX_BYTES) {
    throw new RangeError(`Topics and events hold at most ${NAME_MAX_BYTES} bytes`);
  }
  const bytes = 3 + topicBytes.length + eventBytes.length + data.length;
  const frame = frameFor(BINARY, bytes);
  let offset = frame.length - bytes;
  frame[offset++] = KIND_BROADCAST;
  frame[offset++] = topicBytes.length;
  frame[offset++] = eventBytes.length;
  for (const part of [topicBytes, eventBytes, data]) {
    frame.set(part, offset);
    offset += part.length;
  }
  return frame;
}

/** Control messages on the bus are JSON and begin with a brace. */
export const isFrame = (bytes: Uint8Array): boolean => bytes[0] === TEXT || bytes[0] === BINARY;

function frameFor(opcode: number, payloadBytes: number): Frame {
  const headerBytes = payloadBytes < 126 ? 2 : payloadBytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + payloadBytes);
  frame[0] = opcode;
  if (headerBytes === 2) {
    frame[1] = payloadBytes;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(payloadBytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(payloadBytes), 2);
  }
  return frame;
}

const isRef = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= 32);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX_BYTES;
