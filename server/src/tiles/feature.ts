import type { Feature } from '#server/feature.ts';
import { registerTiles } from './routes.ts';

export const tilesFeature: Feature = { routes: (ctx, _serve, http) => registerTiles(http, ctx) };
