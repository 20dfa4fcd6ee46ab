export type Box = { left: number; top: number; right: number; bottom: number };
/** The middle of a face in pixels, and its captions, longest first. */
export type Captioned = { id: string; x: number; y: number; captions: readonly string[] };
export type Side = 'below' | 'above' | 'right' | 'left';
export type Caption = { text: string; side: Side };

/** As `.live-caption` is drawn. */
const CAPTION = { height: 21, padding: 14, maxWidth: 176, letter: 7.8 };
/** From the middle of a face to the nearer edge of its caption. */
const FACE_GAP_PX = 24;
const FACE_RADIUS_PX = 21;
const SIDES: readonly Side[] = ['below', 'above'];
const BESIDE: readonly Side[] = ['right', 'left'];

/** By priority, the longest caption of each face that covers no other caption, avatar or obstacle. */
export function readableCaptions(
  faces: readonly Captioned[],
  obstacles: readonly Box[] = [],
): ReadonlyMap<string, Caption> {
  const taken: { id: string | null; box: Box }[] = [
    ...obstacles.map((box) => ({ id: null, box })),
    ...faces.map((face) => ({ id: face.id, box: faceBox(face) })),
  ];
  const readable = new Map<string, Caption>();
  for (const face of faces) {
    const tries = [SIDES, BESIDE].flatMap((sides) =>
      face.captions.flatMap((text) => sides.map((side) => ({ text, side }))),
    );
    const free = tries.find((caption) => {
      const box = captionBox(face, caption);
      return !taken.some((other) => other.id !== face.id && overlap(box, other.box));
    });
    if (free === undefined) continue;
    readable.set(face.id, free);
    taken.push({ id: null, box: captionBox(face, free) });
  }
  return readable;
}

export function faceBox({ x, y }: { x: number; y: number }): Box {
  return {
    left: x - FACE_RADIUS_PX,
    top: y - FACE_RADIUS_PX,
    right: x + FACE_RADIUS_PX,
    bottom: y + FACE_RADIUS_PX,
  };
}

/** Width of a line of a caption, in px; marks of direction have none. */
export const captionWidth = (text: string): number =>
  text.replaceAll(/\p{Cf}/gu, '').length * CAPTION.letter + CAPTION.padding;

function captionBox({ x, y }: Captioned, { text, side }: Caption): Box {
  const width = Math.min(captionWidth(text), CAPTION.maxWidth);
  const { height } = CAPTION;
  const middle = { left: x - width / 2, top: y - height / 2 };
  const { left, top } = {
    below: { ...middle, top: y + FACE_GAP_PX },
    above: { ...middle, top: y - FACE_GAP_PX - height },
    right: { ...middle, left: x + FACE_GAP_PX },
    left: { ...middle, left: x - FACE_GAP_PX - width },
  }[side];
  return { left, top, right: left + width, bottom: top + height };
}

export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
