import type { Feature } from '#server/feature.ts';
import { startReminders } from './service.ts';

export const remindersFeature: Feature = { start: startReminders };
