import { DomEvent, type LeafletMouseEvent, Marker } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { FORM_CENTRE } from '#web/map/frame/coordinates.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { MapFrame } from '#web/map/frame/map-frame.tsx';
import { useMovedByViewer } from '#web/map/frame/use-moved-by-viewer.ts';
import * as texts from '#web/texts/maps.tsx';
import { nudge, wrap } from './nudge.ts';
import { placePin } from '#web/map/events/pin-icon.ts';
import { lookAt, toLatLng } from '#web/map/frame/view.ts';

type PointPickerProps = {
  value: Point | null;
  onChange: (point: Point) => void;
  /** Where the map looks while there is no point and the viewer has not moved it, such as their own position. */
  centre?: Point;
  /** Where the viewer asked to look, whatever they did with the map before. */
  asked?: Point | null;
  label?: string;
  heightPx?: number;
  zoom?: number;
  describedBy?: string | undefined;
};

/** By press, drag or keys. Source: EVF-04, EVF-05. */
export function PointPicker(props: PointPickerProps) {
  const {
    value,
    onChange,
    centre = FORM_CENTRE,
    asked = null,
    label = texts.eventPosition,
    heightPx = 300,
    zoom = 13,
    describedBy,
  } = props;
  return (
    <MapFrame
      label={label}
      heightPx={heightPx}
      centre={value ?? centre}
      zoom={zoom}
      describedBy={describedBy}
      keysHelp={value ? texts.enterMovesPin : texts.enterPutsPin}
    >
      <PickedPoint value={value} onChange={onChange} centre={centre} asked={asked} zoom={zoom} />
    </MapFrame>
  );
}

function PickedPoint({
  value,
  onChange,
  centre,
  asked,
  zoom,
}: Required<Pick<PointPickerProps, 'value' | 'onChange' | 'centre' | 'asked' | 'zoom'>>) {
  const map = useMap();
  const marker = useRef<Marker | null>(null);
  /** The value reported last: a different one came from outside, and the map goes there. */
  const reported = useRef(value);
  const isTheirs = useMovedByViewer();

  const report = useEffectEvent((point: Point) => {
    const rounded = { latitude: round(point.latitude), longitude: round(wrap(point.longitude)) };
    reported.current = rounded;
    onChange(rounded);
  });

  useEffect(() => {
    const container = map.getContainer();
    const onClick = ({ latlng }: LeafletMouseEvent) =>
      report({ latitude: latlng.lat, longitude: latlng.lng });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== container) return;
      event.preventDefault();
      const { lat, lng } = map.getCenter();
      report({ latitude: lat, longitude: lng });
    };
    map.on('click', onClick);
    container.addEventListener('keydown', onKey);
    container.classList.add('is-picking');
    return () => {
      map.off('click', onClick);
      container.removeEventListener('keydown', onKey);
    };
  }, [map]);

  const { latitude: centreLatitude, longitude: centreLongitude } = centre;
  const lookThere = useEffectEvent((point: Point) => {
    if (value === null) lookAt(map, point, map.getZoom());
  });
  const follow = useEffectEvent((point: Point) => {
    if (!isTheirs.current) lookThere(point);
  });
  useEffect(
    () => follow({ latitude: centreLatitude, longitude: centreLongitude }),
    [centreLatitude, centreLongitude],
  );
  useEffect(() => (asked ? lookThere(asked) : undefined), [asked]);

  useEffect(() => {
    if (!value) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    marker.current ??= addPin(map, (point) => report(point));
    marker.current.setLatLng(toLatLng(value));
    describe(marker.current, value);
    const fromOutside =
      reported.current?.latitude !== value.latitude || reported.current.longitude !== value.longitude;
    if (fromOutside) {
      reported.current = value;
      lookAt(map, value, Math.max(map.getZoom(), zoom));
    }
  }, [map, value, zoom]);

  useEffect(
    () => () => {
      marker.current?.removeFrom(map);
      marker.current = null;
    },
    [map],
  );

  return null;
}

function addPin(map: ReturnType<typeof useMap>, report: (point: Point) => void): Marker {
  const pin = new Marker(map.getCenter(), {
    icon: placePin(),
    draggable: true,
    autoPan: true,
    keyboard: false,
  });
  pin.addTo(map);
  pin.on('dragend', () => report(pointOf(pin)));
  const element = pin.getElement();
  element?.classList.add('is-movable');
  element?.setAttribute('tabindex', '0');
  element?.setAttribute('role', 'slider');
  element?.setAttribute('aria-roledescription', 'position');
  element?.setAttribute('aria-label', texts.pinHelp);
  if (element) {
    DomEvent.on(element, 'keydown', (event) => {
      const key = event as KeyboardEvent;
      const point = nudge(pointOf(pin), key.key, key.shiftKey, map.getZoom());
      if (!point) return;
      DomEvent.stop(key);
      report(point);
      map.panInside(toLatLng(point), { padding: [40, 60], animate: false });
    });
  }
  return pin;
}

function describe(pin: Marker, { latitude, longitude }: Point): void {
  const element = pin.getElement();
  element?.setAttribute('aria-valuenow', `${latitude}`);
  element?.setAttribute('aria-valuemin', '-90');
  element?.setAttribute('aria-valuemax', '90');
  element?.setAttribute('aria-valuetext', `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`);
}

function pointOf(pin: Marker): Point {
  const { lat, lng } = pin.getLatLng();
  return { latitude: lat, longitude: lng };
}

/** As many decimals as the form shows: a tenth of a metre. */
const DECIMALS = 6;
const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));
