import type { Feature } from '#server/feature.ts';
import { serveBlocks } from './routes.ts';

export const blocksFeature: Feature = {
  routes: serveBlocks,
};
