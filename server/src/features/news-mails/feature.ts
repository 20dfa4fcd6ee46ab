import type { Feature } from '#server/feature.ts';
import { serveNewsMails } from './routes.ts';
import { startNewsMails } from './service.ts';

export const newsMailsFeature: Feature = { routes: serveNewsMails, start: startNewsMails };
