import { settingsRoutes } from '@hereabouts/contract/settings';
import type { Config } from '#server/config.ts';
import type { Serve } from './serve.ts';

export function serveSettings(config: Config, serve: Serve): void {
  serve(settingsRoutes.getSettings, async () => ({
    version: config.version,
    maps_key: config.mapsKey,
    maps_script_url: config.mapsScriptUrl,
    confirm_email: config.auth.confirmEmail,
    password_min_length: config.auth.passwordMinLength,
    tile_attribution: config.tiles.attribution,
  }));
}
