import { DivIcon, Marker } from 'leaflet';
import { useEffect } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import type { PinName } from './pin-captions.ts';
import { toLatLng } from '#web/map/frame/view.ts';
import * as recurring from '#web/texts/recurring.ts';

export type MapPlace = { kind: 'venue' | 'meeting'; point: Point; name: string };
type Props = MapPlace & {
  shown: PinName | null;
};

const SIZE_PX: [number, number] = [32, 42];
const TIP_PX: [number, number] = [16, 41];
/** Distinguishable without colour. */
const GLYPHS = {
  venue: '<path class="live-place-glyph" d="m16 9 7 6v7.5h-4.6v-5h-4.8v5H9V15z"/>',
  meeting: '<path class="live-place-glyph" d="M11.5 8v16h2v-6.2h9.2L20 13l2.7-4.8h-9.2V8z"/>',
};
const BODY = 'M16 40.6C13 34.6 2 25.4 2 15.4a14 14 0 0 1 28 0c0 10-11 19.2-14 25.2Z';
const WORDS = { venue: recurring.event, meeting: recurring.meetingPoint };

export function LivePlace({ kind, point, name, shown }: Props) {
  const map = useMap();
  const { latitude, longitude } = point;
  const { side = null, shiftPx = 0 } = shown ?? {};
  useEffect(() => {
    const icon = new DivIcon({
      className: `live-place is-${kind}`,
      html:
        `<svg width="32" height="42" viewBox="0 0 32 42" aria-hidden="true"><path class="live-place-body" d="${BODY}"/>${GLYPHS[kind]}</svg>` +
        (side === null ? '' : `<span class="live-caption" data-side="${side}" dir="auto"></span>`),
      iconSize: SIZE_PX,
      iconAnchor: TIP_PX,
    });
    const marker = new Marker(toLatLng({ latitude, longitude }), {
      icon,
      interactive: false,
      keyboard: false,
      // Its name is read over the faces of those who came there.
      zIndexOffset: kind === 'venue' ? -1_000 : 1_200,
    });
    marker.addTo(map);
    const element = marker.getElement();
    element?.setAttribute('role', 'img');
    element?.setAttribute('aria-label', `${WORDS[kind]}: ${name}`);
    const caption = element?.querySelector('.live-caption');
    // Not as markup: people choose the name.
    if (caption) caption.textContent = name;
    element?.style.setProperty('--shift', `${shiftPx}px`);
    return () => void marker.remove();
  }, [map, kind, latitude, longitude, name, side, shiftPx]);
  return null;
}
