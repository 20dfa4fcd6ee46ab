import type { Feature } from '#server/feature.ts';
import { serveCalendarFeed } from './routes.ts';

export const calendarFeedFeature: Feature = { routes: serveCalendarFeed };
