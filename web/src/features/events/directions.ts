type Place = { location_latitude: number; location_longitude: number };

/** The maps service learns the place only when the link is opened. */
export function directionsUrl({ location_latitude, location_longitude }: Place, userAgent: string): string {
  const point = `${location_latitude},${location_longitude}`;
  return /iPhone|iPad|iPod|Macintosh/.test(userAgent)
    ? `https://maps.apple.com/?daddr=${point}`
    : `https://www.google.com/maps/dir/?api=1&destination=${point}`;
}
