export const CHAT_MESSAGE_KINDS = [
  'text',
  /** `message` is the point's name. */
  'meeting_point',
  /** By a host (HOST-05). */
  'announcement',
  /** By its author, a host or the operator (OPS-12); `message` says so. */
  'removed',
  /** In a block (SAFE-01); all fields but `seq` are constant. */
  'hidden',
] as const;
