import { settingsRoutes, type Settings } from '@hereabouts/contract/settings';
import type { Context } from '#server/context.ts';
import type { Feature } from '#server/feature.ts';

/** What everybody may know of this instance. */
export async function getSettings({ auth, config }: Pick<Context, 'auth' | 'config'>): Promise<Settings> {
  const signUps = await auth.signUps.openness();
  return {
    version: config.version,
    maps_key: config.mapsKey,
    maps_script_url: config.mapsScriptUrl,
    sign_ups: signUps,
    // Guests are asked for a name only, so for no invitation code.
    guests: config.auth.anonymous && signUps === 'open',
    confirm_email: config.auth.confirmEmail,
    password_min_length: config.auth.passwordMinLength,
    tile_attribution: config.tiles.attribution,
  };
}

export const settingsFeature: Feature = {
  routes(ctx, serve) {
    serve(settingsRoutes.getSettings, () => getSettings(ctx));
  },
};
