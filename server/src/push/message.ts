import type { PushMessage } from '@hereabouts/contract/push';
import { PUSH_MAX_BYTES } from './pusher.ts';

const TITLE_MAX = 120;
const BODY_MAX = 240;

/** Never within a surrogate pair. */
const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** As JSON that fits into one push message, whatever the texts are. */
export function writeMessage(message: PushMessage): string {
  const short = { ...message, title: cut(message.title, TITLE_MAX), body: cut(message.body, BODY_MAX) };
  for (let keep = short.keep; ; keep = keep.slice(0, keep.length / 2)) {
    const json = JSON.stringify({ ...short, keep });
    if (keep.length === 0 || Buffer.byteLength(json) <= PUSH_MAX_BYTES) return json;
  }
}
