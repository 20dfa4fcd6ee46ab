import { routesOf } from './route.ts';
import type { settingsOperations } from './schemas/settings.ts';

export type { Settings } from './schemas/settings.ts';

export const settingsRoutes = routesOf<typeof settingsOperations>()({
  getSettings: { method: 'GET', path: '/api/settings', access: 'anyone' },
});
