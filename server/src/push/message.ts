import type { NotificationSettings } from '@hereabouts/contract/notification-settings';
import type { PushMessage, ShownNews } from '@hereabouts/contract/push';
import { cutText } from '@hereabouts/contract/visible-text';
import { PUSH_MAX_BYTES } from './pusher.ts';

const TITLE_MAX = 120;
const BODY_MAX = 240;

/** Shortened to fit into one push, whatever the texts are. */
export function writeMessage(message: PushMessage): string {
  const short = {
    ...message,
    title: cutText(message.title, TITLE_MAX),
    body: cutText(message.body, BODY_MAX),
  };
  for (let keep = short.keep; ; keep = keep.slice(0, keep.length / 2)) {
    const json = JSON.stringify({ ...short, keep });
    if (keep.length === 0 || Buffer.byteLength(json) <= PUSH_MAX_BYTES) return json;
  }
}

export type PushText = { title: string; body: string; path: string };
type Told = { text: PushText; tag: string; createdAt: string; isChat: boolean };

export function messageOf(
  { text, tag, createdAt, isChat }: Told,
  { hides_details: isHidden }: NotificationSettings,
  shown: ShownNews = { keep: [], read_chats: [] },
): PushMessage {
  const hidden = { title: 'Hereabouts', body: isChat ? 'New message' : 'New notification' };
  const { title, body, path } = text;
  return { title, body, path, ...(isHidden && hidden), ...shown, tag, at: createdAt };
}
