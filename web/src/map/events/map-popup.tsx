import { Popup } from 'leaflet';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { toLatLng } from '#web/map/frame/view.ts';
import * as recurring from '#web/texts/recurring.ts';

type MapPopupProps = {
  label: string;
  point: Point;
  /** From the point to the popup's tip, in pixels. */
  offset: readonly [x: number, y: number];
  /** Moves the focus into the popup: for one opened with a key. */
  takesFocus: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Keeps the popup clear of the controls on the right. */
const PAN_PADDING_START: [number, number] = [12, 12];
const PAN_PADDING_END: [number, number] = [68, 28];

/** A Leaflet popup with React inside, so that its links are the router's. */
export function MapPopup({ label, point, offset, takesFocus, onClose, children }: MapPopupProps) {
  const map = useMap();
  const [content] = useState(() => document.createElement('div'));
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const focusOnOpen = useEffectEvent(() => takesFocus);
  const { latitude, longitude } = point;
  const [offsetX, offsetY] = offset;

  useEffect(() => {
    const popup = new Popup({
      offset: [offsetX, offsetY],
      closeButton: false,
      minWidth: 200,
      maxWidth: 264,
      autoPanPaddingTopLeft: PAN_PADDING_START,
      autoPanPaddingBottomRight: PAN_PADDING_END,
      className: `map-popup${prefersReducedMotion() ? ' is-still' : ''}`,
    });
    popup.setLatLng(toLatLng({ latitude, longitude })).setContent(content).openOn(map);
    const resized = new ResizeObserver(() => {
      // Leaflet inserts the content anew, which takes the focus from it.
      const focused = content.contains(document.activeElement) ? document.activeElement : null;
      popup.update();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    });
    resized.observe(content);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    content.addEventListener('keydown', onKeyDown);
    let leaving = false;
    popup.on('remove', () => {
      if (!leaving) close();
    });
    if (focusOnOpen()) box.current?.focus({ preventScroll: true });
    return () => {
      leaving = true;
      resized.disconnect();
      content.removeEventListener('keydown', onKeyDown);
      popup.remove();
    };
  }, [map, content, latitude, longitude, offsetX, offsetY]);

  return createPortal(
    <div ref={box} className="map-popup-box" role="dialog" aria-label={label} tabIndex={-1}>
      {children}
      <button
        type="button"
        className="map-popup-close"
        aria-label={recurring.close}
        title={recurring.close}
        onClick={onClose}
      >
        <X />
      </button>
    </div>,
    content,
  );
}
