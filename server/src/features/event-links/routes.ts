import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { settingsRoutes } from '@hereabouts/contract/settings';
import { routeUrl } from '@hereabouts/contract/url';
import type { Context } from '#server/context.ts';
import { HttpError } from '#server/http/errors.ts';
import type { DescribePage, PageTags } from '#server/http/pages/page-tags.ts';
import type { Serve } from '#server/http/serve.ts';
import { getSettings } from '#server/http/settings.ts';
import { presentOffer, presentTags } from './present.ts';
import { removeAnonymousGuests } from '#server/features/invites/removal-service.ts';
import {
  createEventLink,
  endEventLink,
  getEventLink,
  joinByLink,
  openEventLink,
  setGuestsAllowed,
} from './service.ts';

const PAGE = /^\/join\/([^/]+)\/?$/;

/** What the HTML of a link's page says, to anybody (LINK-03). */
export const describeJoinPage =
  (ctx: Context): DescribePage =>
  (path) => {
    const token = PAGE.exec(path)?.[1];
    return token === undefined ? undefined : () => describeLink(ctx, token);
  };

async function describeLink(ctx: Context, token: string): Promise<PageTags> {
  try {
    const row = await openEventLink(ctx, null, token);
    const responses = {
      [routeUrl(eventLinkRoutes.openEventLink, { params: { token } })]: presentOffer(row, null),
      [routeUrl(settingsRoutes.getSettings, {})]: await getSettings(ctx),
    };
    return { ...presentTags(row), responses };
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return null;
    throw error;
  }
}

export function serveEventLinks(ctx: Context, serve: Serve): void {
  serve(eventLinkRoutes.getEventLink, async ({ viewer, params }) => {
    const { link, guestsAllowed } = await getEventLink(ctx, viewer, params.eventId);
    return { link, guests_allowed: guestsAllowed };
  });

  serve(eventLinkRoutes.setGuestsAllowed, async ({ viewer, params, body }) => {
    await setGuestsAllowed(ctx, viewer, params.eventId, body.allowed);
    return undefined;
  });

  serve(eventLinkRoutes.removeAnonymousGuests, async ({ viewer, params }) => ({
    removed: await removeAnonymousGuests(ctx, viewer, params.eventId),
  }));

  serve(eventLinkRoutes.createEventLink, async ({ viewer, params }) =>
    createEventLink(ctx, viewer, params.eventId),
  );

  serve(eventLinkRoutes.endEventLink, async ({ viewer, params }) => {
    await endEventLink(ctx, viewer, params.eventId);
    return undefined;
  });

  serve(eventLinkRoutes.openEventLink, async ({ viewer, params }) =>
    presentOffer(await openEventLink(ctx, viewer, params.token), viewer),
  );

  serve(eventLinkRoutes.joinByLink, async ({ viewer, params, body }) => {
    const { eventId, wasGuest } = await joinByLink(ctx, viewer, params.token, body);
    return { event_id: eventId, was_guest: wasGuest };
  });
}
