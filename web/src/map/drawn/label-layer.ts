import { DomUtil, Layer, type Map as LeafletMap, Point } from 'leaflet';
import { DOT_PX, LABEL_LINE_PX, type PlacedLabel, placeLabels } from './place-labels.ts';
import { type Place, PLACES } from './places.ts';

const PANE = 'map-places';
/** Names this far outside the view are in the document already when the map is moved. */
const MARGIN_PX = 300;

/** Place names over the drawn land. Elements rather than canvas: they stay sharp, follow the colours of the style sheet
 * and are not cut at the edges of tiles. */
export class LabelLayer extends Layer {
  readonly #widths = new Map<Place, number>();
  /** The map it is on. */
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
    };
  }

  #draw(map: LeafletMap): void {
    const pane = map.getPane(PANE);
    if (!pane) return;
    const zoom = Math.round(map.getZoom());
    if (this.#placed?.zoom !== zoom) {
      this.#placed = { zoom, labels: placeLabels(PLACES, zoom, (place) => this.#widthOf(place, pane)) };
    }
    const origin = map.getPixelOrigin();
    const view = map.getPixelBounds();
    const [low, high] = [view.min ?? new Point(0, 0), view.max ?? new Point(0, 0)];
    const inView = this.#placed.labels.filter(
      ({ x, y }) =>
        x > low.x - MARGIN_PX && x < high.x + MARGIN_PX && y > low.y - MARGIN_PX && y < high.y + MARGIN_PX,
    );
    pane.replaceChildren(...inView.map((label) => labelElement(label, origin)));
  }

  #widthOf(place: Place, pane: HTMLElement): number {
    const known = this.#widths.get(place);
    if (known !== undefined) return known;
    const element = document.createElement('span');
    element.className = `map-place map-place-${place.kind}`;
    element.textContent = place.name;
    pane.append(element);
    const width = element.offsetWidth;
    element.remove();
    this.#widths.set(place, width);
    return width;
  }
}

function labelElement({ place, x, y, dotted }: PlacedLabel, origin: Point): HTMLElement {
  const element = document.createElement('span');
  element.className = `map-place map-place-${place.kind}${dotted ? ' has-dot' : ''}`;
  element.textContent = place.name;
  const top = dotted ? y - DOT_PX / 2 : y - LABEL_LINE_PX[place.kind] / 2;
  DomUtil.setPosition(element, new Point(x - origin.x, top - origin.y).round());
  return element;
}
