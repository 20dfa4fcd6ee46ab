import type { Feature } from '#server/feature.ts';
import { serveMeetingPoints } from './routes.ts';

export const meetingPointsFeature: Feature = { routes: serveMeetingPoints };
