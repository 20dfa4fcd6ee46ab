import * as texts from '#web/texts/maps.tsx';
import './live-map.css';
import { LocateFixed, Maximize } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { MapPoint } from '#web/map/frame/coordinates.ts';
import { LiveOwn } from './own.tsx';
import { LivePeople } from './people.tsx';
import type { MapPerson } from './person.tsx';
import { LivePlace } from './place.tsx';
import { MapButton } from '#web/map/frame/map-button.tsx';
import { useMap } from '#web/map/frame/map-context.ts';
import { MapFrame } from '#web/map/frame/map-frame.tsx';
import { goNearer, lookAt, panTo, showAll } from '#web/map/frame/view.ts';

export type NamedPoint = { point: MapPoint; name: string };

type LiveMapProps = {
  label: string;
  venue: NamedPoint;
  meetingPoint: NamedPoint | null;
  people: readonly MapPerson[];
  /** The picture of a person's marker. */
  renderFace: (id: string) => ReactNode;
  own: { point: MapPoint; accuracyM: number } | null;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Below, in px: what is to be looked at stays above it, and below the page's header. */
  coverPx?: number;
};

const ZOOM = 16;
const ZOOM_OWN = 17;
const FIT = {
  /** People are closer together than events. */
  maxZoom: 18,
  /** Room for the buttons along the right edge: a face is not to be under them. */
  paddingRightPx: 88,
};
const FACE_ROOM_PX = 70;
/** Of the page's header, which lies on the map where a sheet does. */
const HEADER_PX = 72;
/** Nearer than this there is nothing in sight to tell a friend's place by. */
const FIRST_ZOOM_MAX = 17;
const fitOf = (coverPx = 0) =>
  coverPx > 0
    ? { ...FIT, paddingTopPx: HEADER_PX + 30, paddingBottomPx: coverPx + 40 }
    : { ...FIT, paddingBottomPx: 90 };
/** About 5 km: people further away are not part of the first view. */
const NEARBY_DEGREES = 0.05;

/** Friends where they are now. It looks where the viewer last made it look. Source: LIVE-05. */
export function LiveMap(props: LiveMapProps) {
  const { label, venue, meetingPoint, people, own, selectedId } = props;
  const pins = useMemo(
    () => [
      { point: venue.point, caption: 'below' as const },
      ...(meetingPoint ? [{ point: meetingPoint.point, caption: 'above' as const }] : []),
    ],
    [venue.point, meetingPoint],
  );
  return (
    <MapFrame label={label} centre={venue.point} zoom={ZOOM} controls={<Controls {...props} />} scale>
      <LivePlace kind="venue" {...venue} />
      {meetingPoint && <LivePlace kind="meeting" {...meetingPoint} />}
      {own && <LiveOwn {...own} />}
      <People {...props} pins={pins} />
      <FirstView {...props} />
      <SelectedInView people={people} selectedId={selectedId} coverPx={props.coverPx ?? 0} />
    </MapFrame>
  );
}

function People({ pins, ...props }: LiveMapProps & Pick<ComponentProps<typeof LivePeople>, 'pins'>) {
  const map = useMap();
  const { people, renderFace, own, selectedId, onSelect, coverPx } = props;
  return (
    <LivePeople
      people={people}
      pins={pins}
      own={own?.point ?? null}
      renderFace={renderFace}
      selectedId={selectedId}
      onSelect={onSelect}
      onNearer={(points) => goNearer(map, points, fitOf(coverPx))}
    />
  );
}

const everything = ({ venue, meetingPoint, people, own }: LiveMapProps): MapPoint[] => [
  venue.point,
  ...(meetingPoint ? [meetingPoint.point] : []),
  ...people.map(({ point }) => point),
  ...(own ? [own.point] : []),
];

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

/** Fits nearby people into the view as they appear, until the viewer moves the map. */
function FirstView(props: LiveMapProps) {
  const map = useMap();
  const isTheirs = useRef(false);
  const { venue, people, own, meetingPoint, coverPx } = props;

  useEffect(() => {
    const frame = map.getContainer().parentElement ?? map.getContainer();
    const take = () => {
      isTheirs.current = true;
    };
    const events = ['pointerdown', 'wheel', 'keydown'] as const;
    for (const event of events) frame.addEventListener(event, take, { capture: true, passive: true });
    return () => {
      for (const event of events) frame.removeEventListener(event, take, { capture: true });
    };
  }, [map]);

  const fit = useEffectEvent(() => {
    if (isTheirs.current) return;
    const isNearby = (point: MapPoint) =>
      Math.abs(point.latitude - venue.point.latitude) < NEARBY_DEGREES &&
      Math.abs(point.longitude - venue.point.longitude) < NEARBY_DEGREES;
    const near = everything(props).filter(isNearby);
    if (near.length > 1) showAll(map, near, { ...fitOf(coverPx), maxZoom: FIRST_ZOOM_MAX });
    else if (coverPx) showAll(map, near, { ...fitOf(coverPx), maxZoom: ZOOM });
  });
  const shown = [...people.map(({ id }) => id), own && 'own', meetingPoint && 'pin'].join(' ');
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whoever appears is to be fitted in
  useEffect(() => fit(), [shown, coverPx]);
  return null;
}

/** Pans to the friend selected in the list, without zooming. */
function SelectedInView(props: Pick<LiveMapProps, 'people' | 'selectedId'> & { coverPx: number }) {
  const { people, selectedId, coverPx } = props;
  const map = useMap();
  const show = useEffectEvent((shownId: string | null) => {
    const person = people.find(({ id }) => id === shownId);
    if (!person) return;
    panTo(map, person.point, fitOf(coverPx), { x: FACE_ROOM_PX, y: FACE_ROOM_PX / 2 });
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whoever is looked at stays in sight as the sheet rises
  useEffect(() => show(selectedId), [selectedId, coverPx]);
  return null;
}
