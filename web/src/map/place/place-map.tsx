import { Marker } from 'leaflet';
import { useEffect } from 'react';
import { readPoint } from '#web/map/frame/coordinates.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { MapFrame } from '#web/map/frame/map-frame.tsx';
import { placePin } from '#web/map/events/pin-icon.ts';
import { toLatLng } from '#web/map/frame/view.ts';
import * as texts from '#web/texts/maps.tsx';

type PlaceMapProps = {
  latitude: number | string | null;
  longitude: number | string | null;
  label: string;
  heightPx?: number;
  zoom?: number;
};

/** Nothing without coordinates. Source: EVD-04. */
export function PlaceMap({ latitude, longitude, label, heightPx = 250, zoom = 15 }: PlaceMapProps) {
  const point = readPoint(latitude, longitude);
  if (!point) return null;
  return (
    <MapFrame
      key={`${point.latitude} ${point.longitude}`}
      label={texts.mapOfLabel(label)}
      heightPx={heightPx}
      centre={point}
      zoom={zoom}
    >
      <PlacePin latitude={point.latitude} longitude={point.longitude} label={label} />
    </MapFrame>
  );
}

function PlacePin({ latitude, longitude, label }: { latitude: number; longitude: number; label: string }) {
  const map = useMap();
  useEffect(() => {
    const icon = placePin();
    const marker = new Marker(toLatLng({ latitude, longitude }), {
      icon,
      interactive: false,
      keyboard: false,
    });
    marker.addTo(map);
    marker.getElement()?.setAttribute('role', 'img');
    marker.getElement()?.setAttribute('aria-label', label);
    return () => void marker.remove();
  }, [map, latitude, longitude, label]);
  return null;
}
