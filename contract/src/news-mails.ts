import { routesOf } from './route.ts';
import type { newsMailOperations } from './schemas/news-mails.ts';

export const NEWS_MAIL_TEXTS = {
  gone: 'This link does not work. You can turn emails off on the notifications page.',
} as const;

export const unsubscribePath = (token: string): string => `/unsubscribe/${encodeURIComponent(token)}`;

/** Source: PUSH-06. */
export const newsMailRoutes = routesOf<typeof newsMailOperations>()({
  stopNewsMails: { method: 'POST', path: '/api/unsubscribe/{token}', access: 'anyone' },
});
