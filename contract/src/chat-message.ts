/** `meeting_point`: `sender` set the pin, `message` is its name. `hidden`: from a person in a block with the
 * viewer (SAFE-01); keeps `seq` without gaps, all other fields are constant. */
export const CHAT_MESSAGE_KINDS = ['text', 'meeting_point', 'hidden'] as const;
