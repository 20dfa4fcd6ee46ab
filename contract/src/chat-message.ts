/** `removed`: by its author, a host or the operator (OPS-12), `message` says so. `meeting_point`: `message` is its name. `announcement`: by a host (HOST-05). `hidden`: in a block (SAFE-01); all fields but `seq` are constant. */
export const CHAT_MESSAGE_KINDS = ['text', 'meeting_point', 'announcement', 'removed', 'hidden'] as const;
