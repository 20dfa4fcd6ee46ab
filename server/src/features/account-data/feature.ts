import { stopAll, type Feature } from '#server/feature.ts';
import { serveAccountData } from './routes.ts';
import { startDeletions } from './deletion-service.ts';
import { startHiddenAuthorsSweep } from './hidden-authors-service.ts';

export const accountDataFeature: Feature = {
  routes: serveAccountData,
  start: (ctx) => stopAll(startDeletions(ctx), startHiddenAuthorsSweep(ctx)),
};
