import type { NotificationSettings } from '@hereabouts/contract/notification-settings';
import type { PushMessage, ShownNews } from '@hereabouts/contract/push';
import { cutText } from '@hereabouts/contract/visible-text';
import { PUSH_MAX_BYTES } from './pusher.ts';

const TITLE_MAX = 120;
const BODY_MAX = 240;

/** What a device may keep showing: unread news, newest first, complete if `isWhole`. News no older than `asOf` may be missing. */
export type Shown = {
  unread: readonly { tag: string; at: string }[];
  isWhole: boolean;
  read_chats: number[];
  asOf: string;
};

/** Of the unread news, the newest `count`. */
export function shownNews({ unread, isWhole, read_chats, asOf }: Shown, count = unread.length): ShownNews {
  const kept = unread.slice(0, count);
  const keep = kept.map(({ tag }) => tag);
  if (isWhole && kept.length === unread.length) return { keep, read_chats };
  return { keep, read_chats, keep_until: kept.at(-1)?.at ?? asOf };
}

type Message = Omit<PushMessage, keyof ShownNews | 'as_of'>;

/** As JSON that fits into one push message, whatever the texts are. */
export function writeMessage(message: Message, shown: Shown): string {
  const short = {
    ...message,
    title: cutText(message.title, TITLE_MAX),
    body: cutText(message.body, BODY_MAX),
    as_of: shown.asOf,
  };
  for (let count = shown.unread.length; ; count = Math.floor(count / 2)) {
    const json = JSON.stringify({ ...short, ...shownNews(shown, count) });
    if (count === 0 || Buffer.byteLength(json) <= PUSH_MAX_BYTES) return json;
  }
}

export type PushText = { title: string; body: string; path: string };
type Told = { text: PushText; tag: string; createdAt: string; isChat: boolean };

export function messageOf(
  { text, tag, createdAt, isChat }: Told,
  { hides_details: isHidden }: NotificationSettings,
): Message {
  const hidden = { title: 'Hereabouts', body: isChat ? 'New message' : 'New notification' };
  const { title, body, path } = text;
  return { title, body, path, ...(isHidden && hidden), tag, at: createdAt };
}
