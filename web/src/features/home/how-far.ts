import type { EventCard } from '@hereabouts/contract/events';
import { distanceM, formatDistance, type Point } from '#web/lib/geo/geodesy.ts';
import { readPoint } from '#web/map/frame/coordinates.ts';
import type { MyLocation } from '#web/map/own-location/use-my-location.ts';
import * as texts from '#web/texts/home.tsx';

/** A less accurate position cannot say "here". */
const CLOSE_BY_MAX_M = 200;
/** The inaccuracy is shown above this share of the distance. */
const ABOUT_FROM = 0.25;

/** "1.2 km away"; null without a position or coordinates, or if too inaccurate. */
export function howFar(
  event: Pick<EventCard, 'location_latitude' | 'location_longitude'>,
  from: MyLocation,
): string | null {
  const place = readPoint(event.location_latitude, event.location_longitude);
  return place && from.state === 'known' ? awayText(from.point, place, from.accuracyM) : null;
}

function awayText(from: Point, to: Point, accuracyM: number): string | null {
  const metres = distanceM(from, to);
  if (accuracyM >= metres) return accuracyM <= CLOSE_BY_MAX_M ? texts.closeBy : null;
  const about = accuracyM > metres * ABOUT_FROM ? 'about ' : '';
  return texts.distanceAway(about, formatDistance(metres));
}
