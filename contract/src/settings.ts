import { routesOf } from './route.ts';
import type { settingsOperations } from './schemas/settings.ts';

export type { Settings } from './schemas/settings.ts';

export const SIGN_UP_OPENNESS = ['open', 'code', 'closed'] as const;
export type SignUpOpenness = (typeof SIGN_UP_OPENNESS)[number];

export const settingsRoutes = routesOf<typeof settingsOperations>()({
  getSettings: { method: 'GET', path: '/api/settings', access: 'anyone' },
});
