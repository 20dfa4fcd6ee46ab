import { DEEP_TILE_ZOOM_MIN } from '@hereabouts/contract/limits';
import { type Map as LeafletMap, TileLayer, type TileLayerOptions, Util } from 'leaflet';
import { sessionMark } from '#web/lib/storage/session-mark.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { attributionHtml, DRAWN_ATTRIBUTION } from './attribution.ts';
import { DrawnLayer } from '#web/map/drawn/drawn-layer.ts';
import { LabelLayer } from '#web/map/drawn/label-layer.ts';
import { loadLand } from '#web/map/drawn/load-land.ts';
import { TILE_SIDE_PX } from '#web/map/drawn/mercator.ts';
import { onThemeChange, readPalette } from '#web/map/drawn/palette.ts';
import {
  INITIAL_TILE_HEALTH,
  nextTileHealth,
  tileHealthAfter,
  type TileNews,
  wantsDrawnMap,
  wantsTiles,
} from './tile-health.ts';

/** This server's own proxy: no tile service learns who looks where. */
const TILE_URL = '/tiles/{z}/{x}/{y}{of}';
/** The browser's cache outlives a sign-out: which tiles of a street are in it tells where somebody looked. */
const ownTiles = ({ z }: { z: number }) => {
  const mark = z < DEEP_TILE_ZOOM_MIN ? '' : sessionMark();
  return mark === '' ? '' : `?of=${mark}`;
};
/** Tiles that take longer than this have the drawn map under them meanwhile. */
const SLOW_AFTER_MS = 1_500;
const PROBE_EVERY_MS = 60_000;

/** Of the last map: if its tiles failed, the next one begins with the drawn map. */
let lastHealth = INITIAL_TILE_HEALTH;

/** Adds map tiles, or the drawn map while there are none. Returns how to remove them. */
export function addBaseLayers(map: LeafletMap, tileAttribution: string): () => void {
  const tiles = new TileLayer(TILE_URL, {
    maxZoom: 19,
    attribution: attributionHtml(tileAttribution),
    className: 'map-tiles',
    zIndex: 2,
    of: ownTiles,
  } as TileLayerOptions & { of: typeof ownTiles });
  let health = tileHealthAfter(lastHealth);
  let drawn: DrawnLayers | 'loading' | 'failed' | null = null;
  let gone = false;
  let stopProbing: (() => void) | null = null;

  function receive(news: TileNews) {
    health = nextTileHealth(health, news);
    lastHealth = health;
    apply();
  }

  function apply() {
    if (gone) return;
    if (wantsDrawnMap(health) && drawn === null) void showDrawn();
    // A browser holds few connections to one origin: tiles kept waiting would keep the drawn map waiting too.
    if (wantsTiles(health) && drawn !== 'loading') tiles.addTo(map);
    else tiles.remove();
    if (wantsTiles(health)) {
      stopProbing?.();
      stopProbing = null;
    } else {
      stopProbing ??= webClock.every(PROBE_EVERY_MS, () => void probe());
    }
  }

  /** Until then an empty map is neutral, not all sea. */
  const markBase = () => map.getContainer().classList.add('has-base');

  async function showDrawn() {
    drawn = 'loading';
    const land = await loadLand().catch(() => null);
    if (gone) return;
    if (land) {
      const palette = readPalette(map.getContainer());
      drawn = { land: new DrawnLayer(land, palette, DRAWN_ATTRIBUTION), labels: new LabelLayer() };
      drawn.land.addTo(map);
      markBase();
      drawn.labels.addTo(map);
    } else {
      drawn = 'failed';
    }
    apply();
  }

  function hideDrawn() {
    if (isShown(drawn)) {
      drawn.land.remove();
      drawn.labels.remove();
    }
    drawn = null;
  }

  async function probe() {
    if (document.hidden) return;
    if (drawn === 'failed') drawn = null;
    apply();
    const z = Math.round(map.getZoom());
    const at = map.project(map.getCenter(), z).divideBy(TILE_SIDE_PX).floor();
    const side = 2 ** z;
    const x = ((at.x % side) + side) % side;
    const url = Util.template(TILE_URL, {
      z,
      x,
      y: Math.min(Math.max(at.y, 0), side - 1),
      of: ownTiles({ z }),
    });
    const answered = await fetch(url, { cache: 'reload' }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) receive('answered');
  }

  tiles.on('tileload', () => {
    markBase();
    receive('loaded');
  });
  tiles.on('tileerror', () => receive('failed'));
  tiles.on('load', () => {
    // A small map has fewer tiles than it takes to give up. Leaflet uses the layer's map after this event: not at once.
    if (health.state === 'waiting') queueMicrotask(() => receive('slow'));
    if (!wantsDrawnMap(health)) hideDrawn();
  });
  const stopWaiting = webClock.after(SLOW_AFTER_MS, () => receive('slow'));
  const stopTheme = onThemeChange(() => {
    if (isShown(drawn)) drawn.land.setPalette(readPalette(map.getContainer()));
  });
  const onOnline = () => {
    if (!wantsTiles(health)) void probe();
  };
  window.addEventListener('online', onOnline);
  apply();

  return () => {
    gone = true;
    stopWaiting();
    stopProbing?.();
    stopTheme();
    window.removeEventListener('online', onOnline);
    tiles.remove();
    hideDrawn();
  };
}

type DrawnLayers = { land: DrawnLayer; labels: LabelLayer };

const isShown = (drawn: DrawnLayers | 'loading' | 'failed' | null): drawn is DrawnLayers =>
  drawn !== null && typeof drawn === 'object';
