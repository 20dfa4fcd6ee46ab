import { DivIcon, type DivIconOptions } from 'leaflet';
import { ButtonIcon } from '#web/map/frame/button-icon.ts';
import type { PinLook } from './map-event.ts';

/** Source: section 9, EVD-12. */
const PIN_SIZE_PX: [number, number] = [25, 41];
/** The tip, from the top left corner. */
const PIN_TIP_PX: readonly [number, number] = [12.5, 41];

const BODY = 'M12.5 40.2C9.9 34.4 1.1 23.1 1.1 12.5a11.4 11.4 0 0 1 22.8 0c0 10.6-8.8 21.9-11.4 27.7Z';

/** Each state has its own drawing as well as its own colour. */
const GLYPHS: Record<PinLook | 'place', string> = {
  live:
    '<circle class="pin-glyph" cx="12.5" cy="12.5" r="3"/>' +
    '<path class="pin-stroke" d="M7.6 16.4a6.3 6.3 0 0 1 0-7.8M17.4 16.4a6.3 6.3 0 0 0 0-7.8"/>',
  today: '<circle class="pin-glyph" cx="12.5" cy="12.5" r="4.6"/>',
  upcoming: '<circle class="pin-stroke" cx="12.5" cy="12.5" r="4.2"/>',
  declined: '<path class="pin-stroke" d="m8.9 8.9 7.2 7.2M16.1 8.9l-7.2 7.2"/>',
  cancelled: '<path class="pin-stroke" d="M7.8 12.5h9.4"/>',
  place: '<circle class="pin-glyph" cx="12.5" cy="12.5" r="4.6"/>',
};

function options(look: PinLook | 'place', offset: readonly [number, number]): DivIconOptions {
  return {
    className: `pin pin-${look}`,
    html: `<svg width="25" height="41" viewBox="0 0 25 41" aria-hidden="true"><path class="pin-body" d="${BODY}"/>${GLYPHS[look]}</svg>`,
    iconSize: PIN_SIZE_PX,
    iconAnchor: [PIN_TIP_PX[0] - offset[0], PIN_TIP_PX[1] - offset[1]],
  };
}

/** `offset`: in pixels. */
export function pinButton(name: string, look: PinLook, offset: readonly [number, number]): ButtonIcon {
  return new ButtonIcon(name, options(look, offset));
}

export function placePin(): DivIcon {
  return new DivIcon(options('place', [0, 0]));
}

const CLUSTER_SIZE_PX = 46;

export function clusterButton(name: string, count: number, live: boolean): ButtonIcon {
  return new ButtonIcon(name, {
    className: `pin-cluster${live ? ' is-live' : ''}`,
    html: `<span aria-hidden="true">${count}</span>`,
    iconSize: [CLUSTER_SIZE_PX, CLUSTER_SIZE_PX],
  });
}
