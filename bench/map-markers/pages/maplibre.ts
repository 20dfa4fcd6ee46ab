import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { offer } from './drive.ts';

/** As the product's clusters. */
const CLUSTERS = { cluster: true, clusterRadius: 56, clusterMaxZoom: 16 };

maplibre.setWorkerUrl(workerUrl);

let map: any;

offer({
  show(container, events) {
    const features = events.map(({ id, title, latitude, longitude }) => ({
      type: 'Feature',
      id,
      properties: { title },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    }));
    map = new maplibre.Map({
      container,
      center: [-2.1, 49.18],
      // Its tiles are twice as wide: one zoom less shows the same.
      zoom: 12,
      attributionControl: false,
      style: {
        version: 8,
        sources: {
          base: { type: 'raster', tiles: [`${location.origin}/tiles/{z}/{x}/{y}`], tileSize: 256 },
          events: { type: 'geojson', data: { type: 'FeatureCollection', features }, ...CLUSTERS },
        },
        layers: [
          { id: 'base', type: 'raster', source: 'base' },
          {
            id: 'events',
            type: 'circle',
            source: 'events',
            paint: {
              'circle-radius': ['case', ['has', 'point_count'], 20, 9],
              'circle-color': '#0a6c73',
              'circle-stroke-width': 2,
              'circle-stroke-color': '#ffffff',
            },
          },
        ],
      },
    });
  },
  isShown: () =>
    Boolean(map.getLayer('events')) && map.queryRenderedFeatures({ layers: ['events'] }).length > 0,
  target: () => map.getCanvas(),
  place: () => map.getCenter().toString(),
});
