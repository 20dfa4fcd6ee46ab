import { type Captioned, type Box, faceBox, readableCaptions } from './captions.ts';
import { gather } from './crowds.ts';
import { boxAt, type Pin, placePins } from './pin-captions.ts';
import { type Offset, type Placed, spread } from './spread.ts';

/** Extra vertical distance of two avatars for the caption of the upper one. */
const CAPTION_STRETCH = 1.4;
/** With the words under it, which are nearly as wide as they are far from its middle. */
const CROWD_RADIUS_PX = 46;
const OWN_RADIUS_PX = 15;
const PIN_RADIUS_PX = 19;
/** Distance of a pin's middle above its point. */
const PIN_MIDDLE_PX = 24;
/** What a crowd, with the words under it, and the viewer's dot take up around their points, in px. */
const CROWD_BOX: Box = { left: -40, right: 40, top: -30, bottom: 52 };
const OWN_BOX: Box = { left: -13, right: 13, top: -13, bottom: 13 };
const BUTTONS_PX = { width: 62, height: 200 };

export type Pixel = { x: number; y: number };
/** What does not move aside. Pins by the priority of their names. */
export type Fixed = { pins: readonly Pin[]; own: Pixel | null };
/** `view`: what is in sight of the map. */
type Options = { selectedId: string | null; mayGather: boolean; view?: Box | null };

/** Faces, crowds, offsets and captions, and where each pin's name is: faces make way for it. */
export function arrange(people: readonly Captioned[], fixed: Fixed, options: Options) {
  const { selectedId, mayGather, view = null } = options;
  const { alone, crowds } = mayGather ? gather(people, selectedId) : { alone: people, crowds: [] };
  const squeeze = ({ y, ...rest }: Placed): Placed => ({ ...rest, y: y / CAPTION_STRETCH });
  const own = fixed.own && boxAt(OWN_BOX, fixed.own);
  const buttons = view ? [buttonsIn(view)] : [];
  const pins = placePins(fixed.pins, own, [...buttons, ...[...alone, ...crowds].map(faceBox)], view);
  const inTheWay = [
    ...pins.nameBoxes.flatMap(circlesIn),
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
  const crowdBoxes = crowds.map((crowd) => boxAt(CROWD_BOX, shown(crowd)));
  return {
    crowds,
    offsetOf,
    pinNames: pins.names,
    readable: readableCaptions(byRight, [
      ...buttons,
      ...(view ? edgesOf(view) : []),
      ...(own ? [own] : []),
      ...crowdBoxes,
      ...pins.bodies,
      ...pins.nameBoxes,
    ]),
  };
}

/** The map's own, at its upper right, under which words are not read. */
const buttonsIn = ({ right, top }: Box): Box => ({
  left: right - BUTTONS_PX.width,
  right,
  top,
  bottom: top + BUTTONS_PX.height,
});

const edgesOf = ({ left, right, top, bottom }: Box): Box[] =>
  [left, right].map((x) => ({ left: x, right: x + 1, top, bottom }));

/** A name as round marks side by side. */
function circlesIn({ left, top, right, bottom }: Box): Placed[] {
  const radiusPx = (bottom - top) / 2 / CAPTION_STRETCH;
  const count = Math.max(2, Math.ceil((right - left) / (2 * radiusPx)));
  const step = (right - left - 2 * radiusPx) / (count - 1);
  return Array.from({ length: count }, (_, index) => ({
    id: 'name',
    x: left + radiusPx + index * step,
    y: (top + bottom) / 2,
    radiusPx,
  }));
}

/** The selected friend's caption has priority. */
const rank = ({ id }: Placed, selectedId: string | null): number => Number(id === selectedId);
