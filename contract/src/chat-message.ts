/** `meeting_point`: `message` is its name. `hidden`: in a block (SAFE-01); all fields but `seq` are constant. */
export const CHAT_MESSAGE_KINDS = ['text', 'meeting_point', 'hidden'] as const;
