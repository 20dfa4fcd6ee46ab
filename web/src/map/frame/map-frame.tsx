import 'leaflet/dist/leaflet.css';
import type { Point } from '#web/lib/geo/geodesy.ts';
import * as texts from '#web/texts/maps.tsx';
import './map.css';
import '#web/map/events/pins.css';
import { Control, Map as LeafletMap, type PanOptions, type PointExpression } from 'leaflet';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { addBaseLayers } from '#web/map/base/base-layers.ts';
import { MapButton } from './map-button.tsx';
import { MapContext } from './map-context.ts';
import { useTileAttribution } from '#web/map/base/use-tile-attribution.ts';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { followZoom, toLatLng } from './view.ts';

type MapFrameProps = {
  label: string;
  /** Without it the frame is as high as what surrounds it. */
  heightPx?: number;
  /** Initial centre; later changes are the caller's. */
  centre: Point;
  zoom: number;
  /** What the keys do beyond moving and zooming, in words. */
  keysHelp?: string;
  /** Id of a text about the map, such as a problem. */
  describedBy?: string | undefined;
  /** Buttons above the zoom buttons. */
  controls?: ReactNode;
  scale?: boolean;
  children?: ReactNode;
};

const ZOOM_MIN = 2;
const ZOOM_MAX = 19;
const SCALE_MAX_PX = 96;

/** A Leaflet map with its base map and zoom buttons; the page scrolls over it until it is asked to zoom. */
export function MapFrame(props: MapFrameProps) {
  const { label, heightPx, centre, zoom, keysHelp, describedBy, controls, scale, children } = props;
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [hinting, setHinting] = useState(false);
  const attribution = useTileAttribution();
  const start = useRef({ centre, zoom });

  const hold = useCallback((container: HTMLDivElement) => {
    const created = createMap(container, start.current.centre, start.current.zoom);
    const resized = new ResizeObserver(() => created.invalidateSize({ animate: false }));
    resized.observe(container);
    const onWheel = (event: WheelEvent) => {
      const wanted = event.ctrlKey || event.metaKey || container.contains(document.activeElement);
      setHinting(!wanted);
      if (!wanted) event.stopImmediatePropagation();
    };
    container.addEventListener('wheel', onWheel, { capture: true, passive: true });
    setMap(created);
    return () => {
      resized.disconnect();
      container.removeEventListener('wheel', onWheel, { capture: true });
      removeMap(created);
      setMap(null);
    };
  }, []);

  useEffect(() => {
    if (map && scale) new Control.Scale({ imperial: false, maxWidth: SCALE_MAX_PX }).addTo(map);
  }, [map, scale]);

  useEffect(() => (map ? addBaseLayers(map, attribution) : undefined), [map, attribution]);

  return (
    // Within a sheet a finger moves the map, not the sheet.
    <section
      className="map-frame"
      aria-label={label}
      style={{ height: heightPx ?? '100%' }}
      data-base-ui-swipe-ignore=""
    >
      <div className="map-controls">
        {controls && <MapContext value={map}>{map && controls}</MapContext>}
        <div className="map-button-pair">
          <MapButton label={texts.zoomIn} icon={<Plus />} onPress={() => map?.zoomIn()} />
          <MapButton label={texts.zoomOut} icon={<Minus />} onPress={() => map?.zoomOut()} />
        </div>
      </div>
      <div
        ref={hold}
        className="map-canvas"
        role="group"
        aria-roledescription={texts.map}
        aria-label={texts.mapHelp(label, keysHelp ? ` ${keysHelp}` : '')}
        aria-describedby={describedBy}
      />
      {map && <MapContext value={map}>{children}</MapContext>}
      {hinting && (
        <p className="map-hint" aria-hidden="true" onAnimationEnd={() => setHinting(false)}>
          {/Mac/.test(navigator.userAgent) ? texts.holdAndScrollToZoom : texts.holdCtrlAndScrollToZoom}
        </p>
      )}
    </section>
  );
}

/** Leaflet does not clear its zoom animation's timer, which fails without the map's panes. */
function removeMap(map: LeafletMap): void {
  (map as LeafletMap & { _animatingZoom?: boolean })._animatingZoom = false;
  map.remove();
}

/** For people who prefer no motion: Leaflet's own moves, as for a popup, are not animated either. */
class StillMap extends LeafletMap {
  override panBy(offset: PointExpression, options?: PanOptions): this {
    return super.panBy(offset, { ...options, animate: false });
  }
}

function createMap(container: HTMLElement, centre: Point, zoom: number): LeafletMap {
  const still = prefersReducedMotion();
  const map = new (still ? StillMap : LeafletMap)(container, {
    zoomControl: false,
    worldCopyJump: true,
    minZoom: ZOOM_MIN,
    maxZoom: ZOOM_MAX,
    maxBounds: [
      [-85, -Infinity],
      [85, Infinity],
    ],
    maxBoundsViscosity: 1,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
  });
  followZoom(map);
  map.attributionControl.setPrefix(false);
  return map.setView(toLatLng(centre), zoom);
}
