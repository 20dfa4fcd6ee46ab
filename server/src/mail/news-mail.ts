import { cutText } from '@hereabouts/contract/visible-text';
import { render } from './render.ts';

const SUBJECT_MAX = 200;

const countOf = ({ items, more }: { items: readonly unknown[]; more: number }): number => items.length + more;

/** `more`: how many notifications are in none of the items. */
export const newsMail = (
  to: string,
  news: {
    items: readonly { text: string; url: string }[];
    more: number;
    stopUrl: string;
    notificationsUrl: string;
  },
) => ({
  ...render(to, {
    subject:
      countOf(news) === 1
        ? cutText(news.items[0]?.text ?? '', SUBJECT_MAX)
        : `Hereabouts: ${countOf(news)} notifications`,
    before: [
      ...news.items.map(({ text }) => text),
      ...(news.more === 0
        ? []
        : [`And ${news.more} more ${news.more === 1 ? 'notification' : 'notifications'} in Hereabouts`]),
    ],
    action: {
      label: 'Open Hereabouts',
      url: (countOf(news) === 1 && news.items[0]?.url) || news.notificationsUrl,
    },
    after: [
      'You are getting this email because none of your devices can receive notifications from Hereabouts.',
      `To stop these emails: ${news.stopUrl}`,
    ],
  }),
  // RFC 8058.
  headers: {
    'List-Unsubscribe': `<${news.stopUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});
