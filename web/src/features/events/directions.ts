type Place = { location_latitude: number; location_longitude: number };

/** The way to an event, in the maps app that the device has: both addresses open it, or a page where there is none.
 * Only following the link tells that service of the place. */
export function directionsUrl({ location_latitude, location_longitude }: Place, userAgent: string): string {
  const point = `${location_latitude},${location_longitude}`;
  return /iPhone|iPad|iPod|Macintosh/.test(userAgent)
    ? `https://maps.apple.com/?daddr=${point}`
    : `https://www.google.com/maps/dir/?api=1&destination=${point}`;
}
