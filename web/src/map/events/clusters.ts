import Supercluster from 'supercluster';
import type { Point } from '#web/lib/geo/geodesy.ts';
import * as texts from '#web/texts/maps.tsx';
import type { FannedEvent } from './fan-out.ts';
import { pinLookOf } from './map-event.ts';

/** Up to this many events each have their own marker at every zoom. */
export const CLUSTER_ABOVE = 50;
const RADIUS_PX = 56;
const CLUSTER_TO_ZOOM = 16;

export type Cluster = {
  id: number;
  point: Point;
  count: number;
  /** Any of its events is running now. */
  live: boolean;
  /** The zoom at which it splits. */
  opensAtZoom: number;
};
export type MapItem = { kind: 'event'; fanned: FannedEvent } | { kind: 'cluster'; cluster: Cluster };

/** West, south, east, north in degrees. */
export type DegreeBox = [number, number, number, number];

export type MapItems = (box: DegreeBox, zoom: number) => MapItem[];

export function createMapItems(fanned: readonly FannedEvent[]): MapItems {
  if (fanned.length <= CLUSTER_ABOVE) {
    const all = fanned.map((one): MapItem => ({ kind: 'event', fanned: one }));
    return () => all;
  }
  const index = new Supercluster<{ fanned: FannedEvent | null; live: boolean }, { live: boolean }>({
    radius: RADIUS_PX,
    extent: 256,
    maxZoom: CLUSTER_TO_ZOOM,
    map: ({ live }) => ({ live }),
    reduce: (all, { live }) => {
      all.live ||= live;
    },
  });
  index.load(
    fanned.map((one) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [one.point.longitude, one.point.latitude] },
      properties: { fanned: one, live: pinLookOf(one.event) === 'live' },
    })),
  );
  return (box, zoom) =>
    index.getClusters(box, zoom).flatMap(({ geometry, properties }): MapItem[] => {
      if ('cluster_id' in properties) {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        const cluster: Cluster = {
          id: properties.cluster_id,
          point: { latitude, longitude },
          count: properties.point_count,
          live: properties.live,
          opensAtZoom: index.getClusterExpansionZoom(properties.cluster_id),
        };
        return [{ kind: 'cluster', cluster }];
      }
      return properties.fanned ? [{ kind: 'event', fanned: properties.fanned }] : [];
    });
}

export const clusterName = (cluster: Cluster): string => texts.countEvents(cluster.count);
