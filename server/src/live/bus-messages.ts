import type { LiveFix } from './live-sharer.ts';

/** Binary: no position exists as text that could be logged. */
export type BusMessage =
  | { kind: 'position'; userId: string; fix: LiveFix }
  | { kind: 'started'; userIds: readonly string[] }
  | { kind: 'stopped'; userIds: readonly string[] }
  /** They stopped, possibly before the database knows: refuse their positions. */
  | { kind: 'withdrawn'; userIds: readonly string[] }
  /** The device has not moved. */
  | { kind: 'contact'; userId: string; atMs: number }
  /** Publish the positions you received from devices of this event. */
  | { kind: 'snapshot_please' }
  /** The people watched on the sender's process. */
  | { kind: 'watched'; userIds: readonly string[] };

const KINDS = [
  'position',
  'started',
  'stopped',
  'snapshot_please',
  'watched',
  'withdrawn',
  'contact',
] as const;
const ID_BYTES = 16;
export const SENDER_BYTES = 8;
const HEAD_BYTES = 1 + SENDER_BYTES;
const FIX_BYTES = 4 + 4 + 1 + 8;
const CONTACT_BYTES = 8;
const tailBytes = (kind: BusMessage['kind'] | undefined): number =>
  kind === 'position' ? FIX_BYTES : kind === 'contact' ? CONTACT_BYTES : 0;

export function encodeBusMessage(sender: Buffer, message: BusMessage): Buffer {
  const userIds = idsOf(message);
  const idsEnd = HEAD_BYTES + userIds.length * ID_BYTES;
  const bytes = Buffer.alloc(idsEnd + tailBytes(message.kind));
  bytes[0] = KINDS.indexOf(message.kind);
  sender.copy(bytes, 1);
  for (const [index, userId] of userIds.entries()) {
    bytes.write(userId.replaceAll('-', ''), HEAD_BYTES + index * ID_BYTES, 'hex');
  }
  if (message.kind === 'position') {
    bytes.writeInt32BE(message.fix.latitudeSteps, idsEnd);
    bytes.writeInt32BE(message.fix.longitudeSteps, idsEnd + 4);
    bytes.writeUInt8(message.fix.accuracyCode, idsEnd + 8);
    bytes.writeDoubleBE(message.fix.fixedAtMs, idsEnd + 9);
  } else if (message.kind === 'contact') {
    bytes.writeDoubleBE(message.atMs, idsEnd);
  }
  return bytes;
}

export function parseBusMessage(bytes: Buffer): { sender: string; message: BusMessage } | null {
  const kind = KINDS[bytes[0] ?? KINDS.length];
  const idBytes = bytes.length - HEAD_BYTES - tailBytes(kind);
  if (kind === undefined || idBytes < 0 || idBytes % ID_BYTES !== 0) return null;
  const sender = bytes.toString('hex', 1, HEAD_BYTES);
  const userIds = Array.from({ length: idBytes / ID_BYTES }, (_, index) =>
    uuidAt(bytes, HEAD_BYTES + index * ID_BYTES),
  );
  if (kind === 'snapshot_please') return { sender, message: { kind } };
  if (kind !== 'position' && kind !== 'contact') return { sender, message: { kind, userIds } };
  const [userId] = userIds;
  if (userId === undefined || userIds.length > 1) return null;
  const at = HEAD_BYTES + ID_BYTES;
  if (kind === 'contact') return { sender, message: { kind, userId, atMs: bytes.readDoubleBE(at) } };
  const fix = {
    latitudeSteps: bytes.readInt32BE(at),
    longitudeSteps: bytes.readInt32BE(at + 4),
    accuracyCode: bytes.readUInt8(at + 8),
    fixedAtMs: bytes.readDoubleBE(at + 9),
  };
  return { sender, message: { kind, userId, fix } };
}

function idsOf(message: BusMessage): readonly string[] {
  if (message.kind === 'position' || message.kind === 'contact') return [message.userId];
  return message.kind === 'snapshot_please' ? [] : message.userIds;
}

const uuidAt = (bytes: Buffer, at: number): string =>
  bytes.toString('hex', at, at + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
