import { type Box, type Captioned, readableCaptions } from './captions.ts';
import { gather } from './crowds.ts';
import { type Offset, type Placed, spread } from './spread.ts';

/** Extra vertical distance of two avatars for the caption of the upper one. */
const CAPTION_STRETCH = 1.4;
const CROWD_RADIUS_PX = 34;
const OWN_RADIUS_PX = 15;
const PIN_RADIUS_PX = 19;
/** Distance of a pin's middle above its point. */
const PIN_MIDDLE_PX = 24;
/** Boxes of a crowd and of a pin with its caption on that side, relative to their point. */
const CROWD_BOX: Box = { left: -40, right: 40, top: -30, bottom: 52 };
const PIN_BOXES: Record<'above' | 'below', Box> = {
  above: { left: -76, right: 76, top: -78, bottom: 2 },
  below: { left: -76, right: 76, top: -42, bottom: 36 },
};

export type Pixel = { x: number; y: number };
/** Fixed marks; a pin is at its point. */
export type Fixed = { pins: readonly (Pixel & { caption: 'above' | 'below' })[]; own: Pixel | null };
type Options = { selectedId: string | null; mayGather: boolean };

/** Who is shown with a face, who in a crowd, how far off their places, and whose word there is room for. */
export function arrange(people: readonly Captioned[], fixed: Fixed, { selectedId, mayGather }: Options) {
  const { alone, crowds } = mayGather ? gather(people, selectedId) : { alone: people, crowds: [] };
  const squeeze = ({ y, ...rest }: Placed): Placed => ({ ...rest, y: y / CAPTION_STRETCH });
  const inTheWay = [
    ...fixed.pins.map(({ x, y }) => ({ id: 'pin', x, y: y - PIN_MIDDLE_PX, radiusPx: PIN_RADIUS_PX })),
    ...(fixed.own ? [{ id: 'own', x: fixed.own.x, y: fixed.own.y, radiusPx: OWN_RADIUS_PX }] : []),
  ];
  const places = [...alone, ...crowds.map((crowd) => ({ ...crowd, radiusPx: CROWD_RADIUS_PX }))];
  const offsets = spread(places.map(squeeze), inTheWay.map(squeeze));
  const offsetOf = (id: string): Offset => {
    const [x, y] = offsets.get(id) ?? [0, 0];
    return [x, Math.round(y * CAPTION_STRETCH)];
  };
  const shown = <T extends Placed>(place: T): T => {
    const [x, y] = offsetOf(place.id);
    return { ...place, x: place.x + x, y: place.y + y };
  };
  const byRight = alone
    .map((one) => shown(one))
    .toSorted((one, other) => rank(other, selectedId) - rank(one, selectedId));
  const boxes = [
    ...fixed.pins.map((pin) => boxAt(PIN_BOXES[pin.caption], pin)),
    ...crowds.map((crowd) => boxAt(CROWD_BOX, shown(crowd))),
  ];
  return { crowds, offsetOf, readable: readableCaptions(byRight, boxes) };
}

/** The selected friend's caption has priority. */
const rank = ({ id }: Placed, selectedId: string | null): number => Number(id === selectedId);

const boxAt = ({ left, right, top, bottom }: Box, { x, y }: Pixel): Box => ({
  left: x + left,
  right: x + right,
  top: y + top,
  bottom: y + bottom,
});
