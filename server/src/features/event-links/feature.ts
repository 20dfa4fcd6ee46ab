import type { Feature } from '#server/feature.ts';
import { describeJoinPage, serveEventLinks } from './routes.ts';

export const eventLinksFeature: Feature = {
  routes: serveEventLinks,
  describePage: describeJoinPage,
};
