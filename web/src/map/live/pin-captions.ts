import { type Box, captionWidth, overlap } from './captions.ts';

export type PinSide = 'above' | 'below' | 'right' | 'left';

/** A fixed place and its name, in pixels. */
export type Pin = { x: number; y: number; name: string };

/** `shiftPx`: moved to the right, to be in sight. */
export type PinName = { side: PinSide; shiftPx: number };

/** As `.live-place` and its caption are drawn, relative to the point. */
const BODY: Box = { left: -16, right: 16, top: -42, bottom: 0 };
const LINE_PX = 17;
const NAME = { maxWidth: 160, padding: 4, linesMax: 2, above: -44, below: 4, beside: 20, middle: -25 };
/** Between a name and the edge of what is in sight. */
const EDGE_PX = 8;
/** The order of preference: above a pin is what people look for, and to its right are the map's buttons. */
const SIDES: readonly PinSide[] = ['above', 'below', 'left', 'right'];
/** A name over another name or cut by the edge is unreadable, one under the viewer's dot nearly so; faces make way. */
const COSTS = { name: 100, cut: 50, own: 3, face: 2, beside: 2, shifted: 1 };

/** The side of each pin on which its name covers least, within `view`. A name that would cover one of higher priority on
 * every side is omitted: null. Pins by priority. */
export function placePins(
  pins: readonly Pin[],
  own: Box | null,
  faces: readonly Box[],
  view: Box | null = null,
): { names: readonly (PinName | null)[]; bodies: readonly Box[]; nameBoxes: readonly Box[] } {
  const bodies = pins.map((pin) => boxAt(BODY, pin));
  const nameBoxes: Box[] = [];
  const names = pins.map((pin, index) => {
    const inTheWay = [...bodies.filter((_, other) => other !== index), ...nameBoxes];
    const tries = SIDES.map((side) => {
      const { box, shiftPx } = inSight(nameBox(pin, side), side, pin, view);
      const count = (boxes: readonly Box[]) => boxes.filter((other) => overlap(box, other)).length;
      const cost =
        count(inTheWay) * COSTS.name +
        count(own ? [own] : []) * COSTS.own +
        count(faces) * COSTS.face +
        (view && isIn(pin, view) && !isWithin(box, view) ? COSTS.cut : 0) +
        (side === 'left' || side === 'right' ? COSTS.beside : 0) +
        (shiftPx === 0 ? 0 : COSTS.shifted);
      return { side, box, shiftPx, cost };
    });
    const { side, box, shiftPx, cost } = tries.toSorted((one, other) => one.cost - other.cost)[0]!;
    if (index > 0 && cost >= COSTS.name) return null;
    nameBoxes.push(box);
    return { side, shiftPx };
  });
  return { names, bodies, nameBoxes };
}

/** Above or below its pin a name may be moved along, as long as it keeps touching the pin's middle. */
function inSight(box: Box, side: PinSide, pin: Pin, view: Box | null): { box: Box; shiftPx: number } {
  if (!view || side === 'left' || side === 'right') return { box, shiftPx: 0 };
  const reach = Math.max(0, (box.right - box.left) / 2 - EDGE_PX);
  const wanted = Math.max(0, view.left + EDGE_PX - box.left) - Math.max(0, box.right + EDGE_PX - view.right);
  const shiftPx = isIn(pin, view) ? Math.round(Math.max(-reach, Math.min(reach, wanted))) : 0;
  return { box: boxAt(box, { x: shiftPx, y: 0 }), shiftPx };
}

const isIn = ({ x, y }: { x: number; y: number }, view: Box): boolean =>
  x >= view.left && x <= view.right && y >= view.top && y <= view.bottom;

const isWithin = (box: Box, view: Box): boolean =>
  box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;

function nameBox(pin: Pin, side: PinSide): Box {
  const textWidth = captionWidth(pin.name);
  const lines = Math.min(Math.ceil(textWidth / NAME.maxWidth), NAME.linesMax);
  const height = lines * LINE_PX + NAME.padding;
  const width = Math.min(textWidth, NAME.maxWidth);
  const left = { above: -width / 2, below: -width / 2, right: NAME.beside, left: -NAME.beside - width }[side];
  const middle = NAME.middle - height / 2;
  const top = { above: NAME.above - height, below: NAME.below, right: middle, left: middle }[side];
  return boxAt({ left, right: left + width, top, bottom: top + height }, pin);
}

export const boxAt = ({ left, right, top, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: x + left,
  right: x + right,
  top: y + top,
  bottom: y + bottom,
});
