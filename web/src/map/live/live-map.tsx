import type { Point } from '#web/lib/geo/geodesy.ts';
import * as texts from '#web/texts/maps.tsx';
import './live-map.css';
import { LocateFixed, Maximize } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { LiveOwn } from './own.tsx';
import { LivePeople } from './people.tsx';
import type { MapPerson } from './person.tsx';
import type { MapPlace } from './place.tsx';
import { everything, fitOf, hiddenBy, LiveMapCamera } from './live-map-camera.tsx';
import { MapButton } from '#web/map/frame/map-button.tsx';
import { useMap } from '#web/map/frame/map-context.ts';
import { MapFrame } from '#web/map/frame/map-frame.tsx';
import { goNearer, lookAt, showAll } from '#web/map/frame/view.ts';

export type NamedPoint = { point: Point; name: string };

export type LiveMapProps = {
  label: string;
  venue: NamedPoint;
  meetingPoint: NamedPoint | null;
  people: readonly MapPerson[];
  renderFace: (id: string) => ReactNode;
  own: { point: Point; accuracyM: number; isShared?: boolean } | null;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Height that a sheet covers at the bottom, in px: what is to be looked at stays above it. */
  coverPx?: number;
};

const ZOOM = 16;
const ZOOM_OWN = 17;

/** Keeps the viewer's last view. Source: LIVE-05. */
export function LiveMap(props: LiveMapProps) {
  const { label, venue, own } = props;
  return (
    <MapFrame label={label} centre={venue.point} zoom={ZOOM} controls={<Controls {...props} />} scale>
      {own && <LiveOwn {...own} />}
      <People {...props} />
      <LiveMapCamera {...props} />
    </MapFrame>
  );
}

function People(props: LiveMapProps) {
  const map = useMap();
  const { people, venue, meetingPoint, renderFace, own, selectedId, onSelect, coverPx } = props;
  const venuePin = usePin('venue', venue);
  const meetingPin = usePin('meeting', meetingPoint);
  const pins = useMemo(() => [meetingPin, venuePin].filter((pin) => pin !== null), [meetingPin, venuePin]);
  return (
    <LivePeople
      people={people}
      pins={pins}
      own={own?.point ?? null}
      renderFace={renderFace}
      selectedId={selectedId}
      onSelect={onSelect}
      hiddenPx={hiddenBy(coverPx)}
      onNearer={(points) => goNearer(map, points, fitOf(coverPx))}
    />
  );
}

/** The same object until the place changes: a new one redraws the map's names. */
function usePin(kind: MapPlace['kind'], place: NamedPoint | null): MapPlace | null {
  const { name, point } = place ?? {};
  const { latitude, longitude } = point ?? {};
  return useMemo(
    () =>
      name === undefined || latitude === undefined || longitude === undefined
        ? null
        : { kind, name, point: { latitude, longitude } },
    [kind, name, latitude, longitude],
  );
}

function Controls(props: LiveMapProps) {
  const map = useMap();
  const { own } = props;
  return (
    <div className="map-button-pair">
      {own && (
        <MapButton
          label={texts.centreOnMyLocation}
          icon={<LocateFixed />}
          onPress={() => lookAt(map, own.point, Math.max(map.getZoom(), ZOOM_OWN))}
        />
      )}
      <MapButton
        label={texts.showEveryone}
        icon={<Maximize />}
        onPress={() => showAll(map, everything(props), fitOf(props.coverPx))}
      />
    </div>
  );
}
