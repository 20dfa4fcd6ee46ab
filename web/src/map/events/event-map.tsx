import { LocateFixed, Maximize } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import * as texts from '#web/texts/maps.tsx';
import { createMapItems } from './clusters.ts';
import { HOME_CENTRE } from '#web/map/frame/coordinates.ts';
import { fanOut } from './fan-out.ts';
import { MapButton } from '#web/map/frame/map-button.tsx';
import { useMap } from '#web/map/frame/map-context.ts';
import { type MapEvent, type PlottedEvent, plottedEvents } from './map-event.ts';
import { MapFrame } from '#web/map/frame/map-frame.tsx';
import { MapPopup } from './map-popup.tsx';
import { MarkerSet } from './marker-set.ts';
import { MyLocationMarker } from '#web/map/own-location/my-location-marker.tsx';
import { useMyLocation } from '#web/map/own-location/use-my-location.ts';
import { OutsidePill } from './outside-pill.tsx';
import { usePopupRoom } from './use-popup-room.ts';
import { isAnyInSight, lookAt, showAll } from '#web/map/frame/view.ts';

/** Moves the focus to an event's pin, or to the map where that is out of sight. */
export type EventPins = { focus(eventId: number): void };

type EventMapProps = {
  pins?: Ref<EventPins> | undefined;
  events: readonly MapEvent[];
  selectedId: number | null;
  /** Pointed at elsewhere on the page. */
  highlightedId?: number | null;
  onSelect: (eventId: number | null) => void;
  /** A marker's popup, usually an `EventPopup` around a link; not on phones, where the page shows what is selected. */
  renderPopup: (event: MapEvent) => ReactNode;
  label?: string;
  heightPx?: number;
};

const HOME_ZOOM = 13;
/** Leaflet's: the viewer looks elsewhere, or at one of the pins. */
const TAKEN = 'movestart mousedown';
const NO_LOCATION = texts.ownLocationUnavailable;
/** From the tip of a pin to its head. */
const POPUP_RISE_PX = -34;

/** Finds the viewer's position by itself where that is allowed. Source: HOME-03 to HOME-07. */
export function EventMap(props: EventMapProps) {
  const { events, selectedId, highlightedId = null, onSelect, renderPopup, pins } = props;
  const { label = texts.eventsMap, heightPx = 400 } = props;
  const { location, request } = useMyLocation();
  const [note, setNote] = useState('');
  const plotted = useMemo(() => plottedEvents(events), [events]);

  return (
    <MapFrame
      label={label}
      heightPx={heightPx}
      centre={HOME_CENTRE}
      zoom={HOME_ZOOM}
      controls={
        <EventMapControls
          plotted={plotted}
          asking={location.state === 'asking'}
          request={request}
          onNote={setNote}
        />
      }
    >
      {/* Here before there is anything to say, so that it is read out when it comes. */}
      <div className="map-notes" role="status">
        {note !== '' && <p className="map-note">{note}</p>}
      </div>
      {location.state === 'known' && (
        <MyLocationMarker point={location.point} accuracyM={location.accuracyM} />
      )}
      <EventMarkers
        plotted={plotted}
        selectedId={selectedId}
        highlightedId={highlightedId}
        onSelect={onSelect}
        renderPopup={renderPopup}
        pins={pins}
      />
      <FirstView plotted={plotted} />
      <OutsidePill plotted={plotted} />
    </MapFrame>
  );
}

/** Where the default view (HOME-03) has none of the viewer's events, it begins with them instead: once, before they move it. */
function FirstView({ plotted }: { plotted: readonly PlottedEvent[] }) {
  const map = useMap();
  const isDone = useRef(false);
  const points = useMemo(() => plotted.map(({ point }) => point), [plotted]);
  // Before what depends on the view is drawn.
  useLayoutEffect(() => {
    if (isDone.current || points.length === 0) return;
    isDone.current = true;
    if (!isAnyInSight(map, points)) showAll(map, points, { maxZoom: HOME_ZOOM, isStill: true });
  }, [map, points]);
  return null;
}

type ControlsProps = {
  plotted: readonly PlottedEvent[];
  asking: boolean;
  request: ReturnType<typeof useMyLocation>['request'];
  /** Gets where a press has moved the map; empty for nothing. */
  onNote: (note: string) => void;
};

function EventMapControls({ plotted, asking, request, onNote }: ControlsProps) {
  const map = useMap();

  useEffect(() => {
    const forget = () => onNote('');
    map.on('dragstart', forget);
    return () => void map.off('dragstart', forget);
  }, [map, onNote]);

  async function centreOnMe() {
    onNote('');
    let isTaken = false;
    const take = () => (isTaken = true);
    map.on(TAKEN, take);
    const found = await request();
    // Leaflet begins the zoom that a button asks for in the next frame.
    await new Promise(requestAnimationFrame);
    map.off(TAKEN, take);
    // It may have taken ten seconds.
    if (isTaken) return;
    if (found.state === 'known') return lookAt(map, found.point, Math.max(map.getZoom(), HOME_ZOOM));
    lookAt(map, HOME_CENTRE, HOME_ZOOM);
    onNote(NO_LOCATION);
  }

  return (
    <div className="map-button-pair">
      <MapButton
        label={texts.centreOnMyLocation}
        icon={<LocateFixed />}
        aria-busy={asking}
        onPress={() => void centreOnMe()}
      />
      <MapButton
        label={texts.showAllEvents}
        icon={<Maximize />}
        disabled={plotted.length === 0}
        onPress={() => {
          onNote('');
          showAll(
            map,
            plotted.map(({ point }) => point),
          );
        }}
      />
    </div>
  );
}

type MarkersProps = Pick<EventMapProps, 'selectedId' | 'onSelect' | 'renderPopup' | 'pins'> & {
  plotted: readonly PlottedEvent[];
  highlightedId: number | null;
};

function EventMarkers(props: MarkersProps) {
  const { plotted, selectedId, highlightedId, onSelect, renderPopup, pins } = props;
  const map = useMap();
  const [markers, setMarkers] = useState<MarkerSet | null>(null);
  const [isOpenedByKey, setOpenedByKey] = useState(false);
  const hasRoom = usePopupRoom();
  const fanned = useMemo(() => fanOut(plotted), [plotted]);
  const itemsIn = useMemo(() => createMapItems(fanned), [fanned]);
  const selected = useMemo(
    () => (selectedId === null ? undefined : fanned.find(({ event }) => event.id === selectedId)),
    [fanned, selectedId],
  );

  const select = useEffectEvent((eventId: number, byKey: boolean) => {
    // Together with the selection, which may come later.
    startTransition(() => setOpenedByKey(byKey));
    onSelect(eventId);
  });

  useEffect(() => {
    const set = new MarkerSet(map, (eventId, byKey) => select(eventId, byKey));
    // oxlint-disable-next-line react/set-state-in-effect -- Leaflet's objects live as long as the effect
    setMarkers(set);
    return () => set.clear();
  }, [map]);

  useEffect(() => {
    if (!markers) return;
    const show = () => {
      const view = map.getBounds().pad(0.25);
      const box: [number, number, number, number] = [
        view.getWest(),
        view.getSouth(),
        view.getEast(),
        view.getNorth(),
      ];
      markers.show(itemsIn(box, Math.round(map.getZoom())), selectedId);
    };
    show();
    map.on('moveend', show);
    return () => void map.off('moveend', show);
  }, [map, markers, itemsIn, selectedId]);

  useEffect(() => markers?.highlight(highlightedId), [markers, highlightedId]);

  useImperativeHandle(pins, () => ({ focus: (eventId) => markers?.focus(eventId) }), [markers]);

  if (!selected || !hasRoom) return null;
  const { event, point, offset } = selected;
  return (
    <MapPopup
      key={event.id}
      label={event.title}
      point={point}
      offset={[offset[0], offset[1] + POPUP_RISE_PX]}
      takesFocus={isOpenedByKey}
      onClose={() => {
        if (isOpenedByKey) markers?.focus(event.id);
        setOpenedByKey(false);
        onSelect(null);
      }}
    >
      {renderPopup(event)}
    </MapPopup>
  );
}
