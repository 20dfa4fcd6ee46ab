import { webClock } from '#web/lib/time/clock.ts';
import { bodyPull } from './sheet-body-pull.ts';
import {
  FingerTrack,
  followed,
  heightAfter,
  sheetStops,
  type SheetHeight,
  type SheetStops,
} from './sheet-stops.ts';

/** Less is a press. */
const BEGINS_PX = 6;
/** As in bottom-sheet.module.css, with a margin. */
const SETTLED_MS = 320;

export type SheetParts = { sheet: HTMLElement; head: HTMLElement; body: HTMLElement };
type Told = {
  onHeight: (height: SheetHeight) => void;
  /** How much the sheet covers of what is behind it, in px; 0 where it stands beside it. */
  onCover: (px: number) => void;
};
type Drag = { pointerId: number; startY: number; startPx: number; track: FingerTrack; isMoving: boolean };

/** The sheet is always as high as at `full`, and moved down: following a finger needs no layout. Its body is as high as what is
 * seen of it, so that its end can be scrolled to; while moving, as high as it can become. */
export class SheetMotion {
  readonly #parts: SheetParts;
  readonly #told: Told;
  readonly #observer = new ResizeObserver(() => this.#measure());
  readonly #stopPull: () => void;
  #height: SheetHeight;
  #stops: SheetStops = { peek: 0, half: 0, full: 0 };
  #drag: Drag | null = null;
  #stopTimer = () => {};
  #stopDrag = () => {};

  constructor(parts: SheetParts, height: SheetHeight, told: Told) {
    this.#parts = parts;
    this.#told = told;
    this.#height = height;
    this.#measure();
    this.#observer.observe(parts.sheet);
    this.#observer.observe(parts.head);
    if (parts.body.firstElementChild) this.#observer.observe(parts.body.firstElementChild);
    parts.head.addEventListener('pointerdown', this.#onPointerDown);
    this.#stopPull = bodyPull(parts.body, {
      isFull: () => this.#height === 'full',
      begin: (id, y, atMs) => this.#begin(id, y, atMs),
      follow: (y, atMs) => this.#follow(y, atMs),
      end: (y, atMs) => this.#end(y, atMs),
      cancel: () => this.#cancel(),
    });
  }

  setHeight(height: SheetHeight): void {
    if (height === this.#height) return;
    this.#height = height;
    this.#settle();
  }

  remove(): void {
    const { head } = this.#parts;
    this.#stopTimer();
    this.#observer.disconnect();
    this.#stopPull();
    head.removeEventListener('pointerdown', this.#onPointerDown);
    this.#stopDrag();
  }

  readonly #onPointerDown = ({ isPrimary, button, pointerId, clientY, timeStamp }: PointerEvent) => {
    if (!isPrimary || button !== 0) return;
    this.#begin(pointerId, clientY, timeStamp);
    // Not of the head: a mouse may leave it before its first movement is told.
    const listening = new AbortController();
    const { signal } = listening;
    this.#stopDrag = () => listening.abort();
    document.addEventListener('pointermove', this.#onPointerMove, { signal });
    document.addEventListener('pointerup', this.#onPointerUp, { signal });
    document.addEventListener('pointercancel', this.#onPointerCancel, { signal });
  };
  readonly #onPointerMove = ({ pointerId, clientY, timeStamp }: PointerEvent) => {
    if (this.#drag?.pointerId !== pointerId) return;
    const wasMoving = this.#drag.isMoving;
    // Captured only now: a press of a button in the head stays a press.
    if (this.#follow(clientY, timeStamp) && !wasMoving) this.#parts.head.setPointerCapture(pointerId);
  };
  readonly #onPointerUp = ({ pointerId, clientY, timeStamp }: PointerEvent) => {
    if (this.#drag?.pointerId === pointerId) this.#end(clientY, timeStamp);
  };
  readonly #onPointerCancel = () => this.#cancel();

  #begin(pointerId: number, y: number, atMs: number): void {
    if (!this.#isOver()) return;
    // It may be on its way.
    const downPx = new DOMMatrix(getComputedStyle(this.#parts.sheet).transform).m42;
    const track = new FingerTrack();
    track.add(y, atMs);
    this.#drag = { pointerId, startY: y, startPx: this.#stops.full - downPx, track, isMoving: false };
  }

  #follow(y: number, atMs: number): boolean {
    const drag = this.#drag;
    if (!drag) return false;
    drag.track.add(y, atMs);
    if (!drag.isMoving) {
      if (Math.abs(y - drag.startY) < BEGINS_PX) return false;
      drag.isMoving = true;
      this.#stopTimer();
      this.#parts.sheet.dataset.dragged = '';
      this.#giveBody(this.#stops.full);
    }
    this.#move(followed(this.#stops, drag.startPx + drag.startY - y));
    return true;
  }

  #end(y: number, atMs: number): void {
    const drag = this.#drag;
    this.#drag = null;
    this.#stopDrag();
    if (!drag?.isMoving) return;
    delete this.#parts.sheet.dataset.dragged;
    this.#height = heightAfter(this.#stops, drag.startPx + drag.startY - y, drag.track.velocity(atMs));
    this.#settle();
    this.#told.onHeight(this.#height);
  }

  /** Taken away by the browser: back to where it was. */
  #cancel(): void {
    const wasMoving = this.#drag?.isMoving;
    this.#drag = null;
    this.#stopDrag();
    delete this.#parts.sheet.dataset.dragged;
    if (wasMoving) this.#settle();
  }

  #measure(): void {
    if (this.#drag?.isMoving) return;
    const { sheet, head, body } = this.#parts;
    const content = body.firstElementChild;
    const bodyPx = content instanceof HTMLElement ? content.offsetHeight : 0;
    this.#stops = sheetStops(sheet.offsetHeight, head.offsetHeight, bodyPx);
    this.#settle();
  }

  #settle(): void {
    const seenPx = this.#stops[this.#height];
    const { head, body } = this.#parts;
    this.#stopTimer();
    if (seenPx >= head.offsetHeight + body.offsetHeight) this.#giveBody(seenPx);
    else this.#stopTimer = webClock.after(SETTLED_MS, () => this.#giveBody(seenPx));
    this.#move(seenPx);
    // At full nobody looks at what is behind it.
    this.#told.onCover(this.#isOver() ? Math.min(seenPx, this.#stops.half) : 0);
  }

  #move(seenPx: number): void {
    this.#parts.sheet.style.transform = `translateY(${this.#stops.full - seenPx}px)`;
  }

  #giveBody(seenPx: number): void {
    const { head, body } = this.#parts;
    body.style.height = `${Math.max(0, seenPx - head.offsetHeight)}px`;
  }

  /** Beside what it belongs to there is nothing to drag. */
  #isOver(): boolean {
    return getComputedStyle(this.#parts.sheet).position === 'absolute';
  }
}
