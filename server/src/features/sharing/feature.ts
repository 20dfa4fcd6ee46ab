import type { Feature } from '#server/feature.ts';
import { startEnding } from './ending-service.ts';
import { serveSharing } from './routes.ts';

export const sharingFeature: Feature = { routes: serveSharing, start: startEnding };
