import { settingsRoutes } from '@hereabouts/contract/settings';
import type { Feature } from '#server/feature.ts';

export const settingsFeature: Feature = {
  routes({ auth, config }, serve) {
    serve(settingsRoutes.getSettings, async () => ({
      version: config.version,
      maps_key: config.mapsKey,
      maps_script_url: config.mapsScriptUrl,
      sign_ups: await auth.signUps.openness(),
      confirm_email: config.auth.confirmEmail,
      password_min_length: config.auth.passwordMinLength,
      tile_attribution: config.tiles.attribution,
    }));
  },
};
