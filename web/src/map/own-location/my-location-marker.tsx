import { Circle, LayerGroup, Marker } from 'leaflet';
import { useEffect } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { ButtonIcon } from '#web/map/frame/button-icon.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { ACCURACY_SHOWN_MAX_M, toLatLng } from '#web/map/frame/view.ts';
import * as texts from '#web/texts/maps.tsx';

const SIZE_PX = 26;
const BELOW_EVENTS = -10_000;

export function MyLocationMarker({ point, accuracyM }: { point: Point; accuracyM: number }) {
  const map = useMap();
  const { latitude, longitude } = point;

  useEffect(() => {
    const at = toLatLng({ latitude, longitude });
    const icon = new ButtonIcon(texts.yourLocation, {
      className: 'my-location',
      html: '<span></span>',
      iconSize: [SIZE_PX, SIZE_PX],
    });
    const marker = new Marker(at, { icon, keyboard: false, zIndexOffset: BELOW_EVENTS });
    marker.bindTooltip(texts.yourLocation, {
      direction: 'top',
      offset: [0, -SIZE_PX / 2],
      className: 'map-tip',
    });
    const group = new LayerGroup([marker]);
    if (accuracyM <= ACCURACY_SHOWN_MAX_M) {
      group.addLayer(
        new Circle(at, { radius: accuracyM, className: 'my-location-accuracy', interactive: false }),
      );
    }
    group.addTo(map);
    return () => void group.remove();
  }, [map, latitude, longitude, accuracyM]);

  return null;
}
