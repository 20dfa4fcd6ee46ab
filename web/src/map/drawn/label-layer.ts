import { Layer, type Map as LeafletMap, Point } from 'leaflet';
import { MARKS_MOVED } from '#web/map/frame/marks-moved.ts';
import {
  DOT_PX,
  LABEL_LINE_PX,
  labelBox,
  meets,
  type PixelBox,
  type PlacedLabel,
  placeLabels,
  placesAt,
} from './place-labels.ts';
import { type Place, PLACES } from './places.ts';

const PANE = 'map-places';
/** Labels this far outside the view are rendered ahead. */
const MARGIN_PX = 300;
/** Names must keep clear of these: controls, credit, pins with their names, and a page header that lies on the map. */
const IN_THE_WAY =
  '.map-controls > *, .leaflet-control, .live-place svg, .live-place .live-caption, [data-over-map]';

/** A place with a pin is named once, where the pin is. */
const PIN_NAMES = '.live-place .live-caption';

/** Elements rather than canvas: they stay sharp, follow the style sheet's colours and are not cut at tile edges. */
export class LabelLayer extends Layer {
  readonly #widths = new Map<Place, number>();
  #map: LeafletMap | null = null;
  #placed: { zoom: number; labels: PlacedLabel[] } | null = null;

  override onAdd(map: LeafletMap): this {
    const pane = map.getPane(PANE) ?? map.createPane(PANE);
    pane.setAttribute('aria-hidden', 'true');
    this.#map = map;
    void document.fonts.ready.then(() => {
      if (!this.#map) return;
      this.#widths.clear();
      this.#placed = null;
      this.#draw(map);
    });
    this.#draw(map);
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.getPane(PANE)?.replaceChildren();
    this.#map = null;
    return this;
  }

  override getEvents(): Record<string, () => void> {
    const map = this._map;
    const pane = map.getPane(PANE);
    return {
      zoomstart: () => pane?.classList.add('is-zooming'),
      moveend: () => {
        pane?.classList.remove('is-zooming');
        this.#draw(map);
      },
      [MARKS_MOVED]: () => this.#draw(map),
    };
  }

  #draw(map: LeafletMap): void {
    const pane = map.getPane(PANE);
    if (!pane) return;
    const zoom = Math.round(map.getZoom());
    if (this.#placed?.zoom !== zoom) {
      const places = placesAt(PLACES, zoom);
      this.#measure(places, pane);
      this.#placed = { zoom, labels: placeLabels(places, zoom, (place) => this.#widthOf(place)) };
    }
    const origin = map.getPixelOrigin();
    const view = map.getPixelBounds();
    const [low, high] = [view.min ?? new Point(0, 0), view.max ?? new Point(0, 0)];
    const inTheWay = boxesOf(map);
    const pinned = new Set(
      [...document.querySelectorAll(PIN_NAMES)].map(({ textContent }) => textContent.trim()),
    );
    const inView = this.#placed.labels.filter(
      ({ place, x, y }) =>
        x > low.x - MARGIN_PX &&
        x < high.x + MARGIN_PX &&
        y > low.y - MARGIN_PX &&
        y < high.y + MARGIN_PX &&
        !pinned.has(place.name) &&
        !inTheWay.some((box) =>
          meets(box, labelBox({ place, x: x - low.x, y: y - low.y }, this.#widthOf(place))),
        ),
    );
    pane.replaceChildren(...inView.map((label) => labelElement(label, origin)));
  }

  /** All at once: each width that is read between two changes of the page would cost a layout of its own. */
  #measure(places: readonly Place[], pane: HTMLElement): void {
    const elements = new Map<Place, HTMLElement>();
    for (const place of places) {
      if (!this.#widths.has(place)) elements.set(place, nameElement(place));
    }
    pane.append(...elements.values());
    for (const [place, element] of elements) this.#widths.set(place, element.offsetWidth);
    for (const element of elements.values()) element.remove();
  }

  #widthOf(place: Place): number {
    return this.#widths.get(place) ?? 0;
  }
}

/** In pixels of the view. */
function boxesOf(map: LeafletMap): PixelBox[] {
  const frame = map.getContainer().getBoundingClientRect();
  return [...document.querySelectorAll(IN_THE_WAY)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left - frame.left, top - frame.top, right - frame.left, bottom - frame.top];
  });
}

function labelElement({ place, x, y, dotted }: PlacedLabel, origin: Point): HTMLElement {
  const element = nameElement(place);
  element.classList.toggle('has-dot', dotted);
  const top = dotted ? y - DOT_PX / 2 : y - LABEL_LINE_PX[place.kind] / 2;
  // Not by a transform as Leaflet's markers: each name would be a layer of its own for every frame to go through.
  element.style.left = `${Math.round(x - origin.x)}px`;
  element.style.top = `${Math.round(top - origin.y)}px`;
  return element;
}

function nameElement({ kind, name }: Place): HTMLElement {
  const element = document.createElement('span');
  element.className = `map-place map-place-${kind}`;
  element.textContent = name;
  return element;
}
