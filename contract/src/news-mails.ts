import { routesOf } from './route.ts';
import type { newsMailOperations } from './schemas/news-mails.ts';

export const NEWS_MAIL_TEXTS = {
  gone: 'This link does not work. You can turn emails off on the notifications page.',
} as const;

/** A path on this origin; the token is encoded. */
export const unsubscribePath = (token: string): string => `/unsubscribe/${encodeURIComponent(token)}`;

/** Source: PUSH-06. */
export const newsMailRoutes = routesOf<typeof newsMailOperations>()({
  stopNewsMails: { method: 'POST', path: '/api/unsubscribe/{token}', access: 'anyone' },
});
