import { Circle, type Map as LeafletMap, Marker, type MarkerOptions } from 'leaflet';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { now } from '#web/lib/time/clock.ts';
import { between, isWalkable, partOf } from './glide.ts';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { ACCURACY_SHOWN_MAX_M, toLatLng } from '#web/map/frame/view.ts';

/** A moving marker with its accuracy circle under it. */
export class LiveMark {
  readonly marker: Marker;
  readonly #circle: Circle | null;
  readonly #map: LeafletMap;
  #shown: Point;
  #frame = 0;

  constructor(map: LeafletMap, at: Point, options: MarkerOptions, circleClass: string | null) {
    this.#map = map;
    this.#shown = at;
    this.marker = new Marker(toLatLng(at), { keyboard: false, ...options }).addTo(map);
    this.#circle =
      circleClass === null
        ? null
        : new Circle(toLatLng(at), { radius: 1, className: circleClass, interactive: false });
  }

  get element(): HTMLElement | undefined {
    return this.marker.getElement();
  }

  /** Sets the class on the circle as well. */
  toggle(className: string, on: boolean): void {
    this.element?.classList.toggle(className, on);
    this.#circle?.getElement()?.classList.toggle(className, on);
  }

  setOffset(x: number, y: number): void {
    this.element?.style.setProperty('translate', `${x}px ${y}px`);
  }

  setAccuracy(metres: number): void {
    if (this.#circle === null) return;
    if (metres > ACCURACY_SHOWN_MAX_M) {
      this.#circle.remove();
      return;
    }
    this.#circle.setRadius(metres);
    this.#circle.addTo(this.#map);
  }

  /** Glides, or jumps with reduced motion and after distances nobody can have walked. */
  moveTo(to: Point): void {
    cancelAnimationFrame(this.#frame);
    const from = this.#shown;
    if (from.latitude === to.latitude && from.longitude === to.longitude) return;
    if (prefersReducedMotion() || document.hidden || !isWalkable(from, to)) return this.#place(to);
    const startMs = now();
    let frameMs = startMs;
    const step = () => {
      const nowMs = now();
      const part = partOf(nowMs - startMs, nowMs - frameMs);
      frameMs = nowMs;
      this.#place(between(from, to, part));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#circle?.remove();
    this.marker.remove();
  }

  #place(point: Point): void {
    this.#shown = point;
    this.marker.setLatLng(toLatLng(point));
    this.#circle?.setLatLng(toLatLng(point));
  }
}
