import { type Box, captionWidth, overlap } from './captions.ts';

export type PinSide = 'above' | 'below' | 'right' | 'left';

/** A fixed place, in pixels: its point, and the name beside its pin. */
export type Pin = {
  x: number;
  y: number;
  name: string;
  /** Shown wherever it is: people chose the words for those who come. */
  isNeeded: boolean;
};

/** As `.live-place` and its caption are drawn, relative to the point. */
const BODY: Box = { left: -16, right: 16, top: -42, bottom: 0 };
const LINE_PX = 15;
const NAME = { maxWidth: 152, padding: 4, linesMax: 2, above: -44, below: 4, beside: 20, middle: -25 };
/** Of those that cost as much the first: above a pin is what people look for, and to its right are the map's buttons. */
const SIDES: readonly PinSide[] = ['above', 'below', 'left', 'right'];
/** A name over another name is unreadable, one under the viewer's dot nearly so; a face hides as much of it. */
const COSTS = { name: 100, own: 3, face: 2, beside: 2 };

/** On which side of its pin each name covers least: other pins and names, and then the viewer and faces. A name that is not
 * needed and would cover something on each side is left out: null. Pins by priority. */
export function placePins(
  pins: readonly Pin[],
  own: Box | null,
  faces: readonly Box[],
): { sides: readonly (PinSide | null)[]; boxes: readonly Box[] } {
  const bodies = pins.map((pin) => boxAt(BODY, pin));
  const names: Box[] = [];
  const sides = pins.map((pin, index) => {
    const inTheWay = [...bodies.filter((_, other) => other !== index), ...names];
    const covered = (side: PinSide) => {
      const box = nameBox(pin, side);
      const count = (boxes: readonly Box[]) => boxes.filter((other) => overlap(box, other)).length;
      return count(inTheWay) * COSTS.name + count(own ? [own] : []) * COSTS.own + count(faces) * COSTS.face;
    };
    const cost = (side: PinSide) => covered(side) + (side === 'left' || side === 'right' ? COSTS.beside : 0);
    const side = SIDES.toSorted((one, other) => cost(one) - cost(other))[0]!;
    if (!pin.isNeeded && covered(side) > 0) return null;
    names.push(nameBox(pin, side));
    return side;
  });
  return { sides, boxes: [...bodies, ...names] };
}

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
