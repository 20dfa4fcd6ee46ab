import { DomEvent, type LeafletMouseEvent, type Map as LeafletMap, Marker } from 'leaflet';
import { type Cluster, clusterName, type MapItem } from './clusters.ts';
import type { FannedEvent } from './fan-out.ts';
import { type MapEvent, markerName, pinLookOf } from './map-event.ts';
import { clusterButton, pinButton } from './pin-icon.ts';
import { lookAt, toLatLng } from '#web/map/frame/view.ts';

type OnSelect = (eventId: number, byKeyboard: boolean) => void;

const LAYER = { live: 2_000, today: 1_000, upcoming: 0, declined: -1_000, cancelled: -1_000 } as const;
const SELECTED_LAYER = 5_000;
const HIGHLIGHTED_LAYER = 4_000;

/** Markers that stay are not touched, so that they keep the focus. */
export class MarkerSet {
  readonly #map: LeafletMap;
  readonly #onSelect: OnSelect;
  #markers = new Map<string, Marker>();
  #eventMarkers = new Map<number, { marker: Marker; event: MapEvent }>();
  #selectedId: number | null = null;
  #highlightedId: number | null = null;

  constructor(map: LeafletMap, onSelect: OnSelect) {
    this.#map = map;
    this.#onSelect = onSelect;
  }

  show(items: readonly MapItem[], selectedId: number | null): void {
    this.#selectedId = selectedId;
    const before = this.#markers;
    this.#markers = new Map();
    this.#eventMarkers.clear();
    const focusLost = () => document.activeElement === document.body;
    const hadFocus = this.#map.getContainer().contains(document.activeElement);
    for (const item of items) {
      const key = keyOf(item);
      const marker = before.get(key) ?? this.#add(item);
      before.delete(key);
      this.#markers.set(key, marker);
      if (item.kind === 'event') this.#mark(item.fanned.event, marker);
    }
    for (const marker of before.values()) marker.remove();
    const isInSight = selectedId !== null && this.#eventMarkers.has(selectedId);
    this.#map.getContainer().classList.toggle('has-selected', isInSight);
    if (hadFocus && focusLost()) this.#map.getContainer().focus({ preventScroll: true });
  }

  /** Also as soon as the marker comes into view. */
  highlight(eventId: number | null): void {
    const before = this.#highlightedId;
    this.#highlightedId = eventId;
    this.#markAgain([before, eventId]);
  }

  #select(eventId: number): void {
    const before = this.#selectedId;
    this.#selectedId = eventId;
    this.#markAgain([before, eventId]);
  }

  #markAgain(eventIds: readonly (number | null)[]): void {
    for (const id of eventIds) {
      const shown = id === null ? undefined : this.#eventMarkers.get(id);
      if (shown) this.#mark(shown.event, shown.marker);
    }
  }

  focus(eventId: number): void {
    const pin = this.#eventMarkers.get(eventId)?.marker.getElement();
    (pin ?? this.#map.getContainer()).focus({ preventScroll: true });
  }

  clear(): void {
    this.show([], null);
  }

  #mark(event: MapEvent, marker: Marker): void {
    this.#eventMarkers.set(event.id, { marker, event });
    const selected = event.id === this.#selectedId;
    const highlighted = event.id === this.#highlightedId;
    const layer = highlighted ? HIGHLIGHTED_LAYER : LAYER[pinLookOf(event)];
    marker.setZIndexOffset(selected ? SELECTED_LAYER : layer);
    const element = marker.getElement();
    element?.classList.toggle('is-selected', selected);
    element?.classList.toggle('is-highlighted', highlighted);
    element?.setAttribute('aria-expanded', `${selected}`);
  }

  #add(item: MapItem): Marker {
    const marker = item.kind === 'event' ? this.#eventMarker(item.fanned) : this.#clusterMarker(item.cluster);
    return marker.addTo(this.#map);
  }

  #eventMarker({ event, point, offset }: FannedEvent): Marker {
    const icon = pinButton(markerName(event), pinLookOf(event), offset);
    return (
      new Marker(toLatLng(point), { icon, keyboard: false, title: event.title })
        // At the map it would close the popup of this very event, which nothing would open again.
        .on('preclick', DomEvent.stopPropagation)
        .on('click', ({ originalEvent }: LeafletMouseEvent) => {
          this.#select(event.id);
          // A click made by a key has no number of clicks.
          this.#onSelect(event.id, originalEvent.detail === 0);
        })
    );
  }

  #clusterMarker(cluster: Cluster): Marker {
    const icon = clusterButton(clusterName(cluster), cluster.count, cluster.live);
    return new Marker(toLatLng(cluster.point), { icon, keyboard: false }).on('click', () =>
      lookAt(this.#map, cluster.point, Math.min(cluster.opensAtZoom, this.#map.getMaxZoom())),
    );
  }
}

/** Changes with the marker's look, place or name. */
function keyOf(item: MapItem): string {
  if (item.kind === 'cluster') {
    const { id, count, live, point } = item.cluster;
    return `cluster ${id} ${count} ${live} ${point.latitude} ${point.longitude}`;
  }
  const { event, point, offset } = item.fanned;
  const place = `${point.latitude} ${point.longitude} ${offset.join(' ')}`;
  return `event ${event.id} ${pinLookOf(event)} ${place} ${markerName(event)}`;
}
