/**
 * `meeting_point`: `sender` set the pin, and `message` is its name. `hidden`: from somebody who does not exist for the
 * viewer (SAFE-01); it stands in the log only so that `seq` has no gap, and its other fields are the same for every such
 * message: show nothing for it.
 */
export const CHAT_MESSAGE_KINDS = ['text', 'meeting_point', 'hidden'] as const;
