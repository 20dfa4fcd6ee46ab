import { type Captioned, type Box, faceBox, readableCaptions } from './captions.ts';
import { gather } from './crowds.ts';
import { boxAt, type Pin, placePins } from './pin-captions.ts';
import { type Offset, type Placed, spread } from './spread.ts';

/** Extra vertical distance of two avatars for the caption of the upper one. */
const CAPTION_STRETCH = 1.4;
const CROWD_RADIUS_PX = 34;
const OWN_RADIUS_PX = 15;
const PIN_RADIUS_PX = 19;
/** Distance of a pin's middle above its point. */
const PIN_MIDDLE_PX = 24;
/** Of a crowd and of the viewer's dot, relative to their point. */
const CROWD_BOX: Box = { left: -40, right: 40, top: -30, bottom: 52 };
const OWN_BOX: Box = { left: -13, right: 13, top: -13, bottom: 13 };

export type Pixel = { x: number; y: number };
/** What does not move aside. Pins by the priority of their names. */
export type Fixed = { pins: readonly Pin[]; own: Pixel | null };
type Options = { selectedId: string | null; mayGather: boolean };

/** Who is shown with a face, who in a crowd, how far off their places, whose words there is room for, and on which
 * side of each pin its name is. */
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
  const own = fixed.own && boxAt(OWN_BOX, fixed.own);
  const crowdBoxes = crowds.map((crowd) => boxAt(CROWD_BOX, shown(crowd)));
  const pins = placePins(fixed.pins, own, [...crowdBoxes, ...byRight.map(faceBox)]);
  return {
    crowds,
    offsetOf,
    pinSides: pins.sides,
    readable: readableCaptions(byRight, [...(own ? [own] : []), ...crowdBoxes, ...pins.boxes]),
  };
}

/** The selected friend's caption has priority. */
const rank = ({ id }: Placed, selectedId: string | null): number => Number(id === selectedId);
