import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { muteChat, saveSettings } from './service.ts';

export function serveNotificationSettings(ctx: Context, serve: Serve): void {
  serve(notificationSettingsRoutes.saveNotificationSettings, ({ viewer, body }) =>
    saveSettings(ctx, viewer, body),
  );

  serve(notificationSettingsRoutes.muteChat, async ({ viewer, params, body }) => ({
    mute: await muteChat(ctx, viewer, params.eventId, body.for),
  }));
}
