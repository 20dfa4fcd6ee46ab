/** Something on the map, in pixels: the middle of a face and the word under it. */
export type Captioned = { id: string; x: number; y: number; caption: string };
export type Box = { left: number; top: number; right: number; bottom: number };

/** As `.live-caption` and `.live-face` are drawn. */
const CAPTION = { height: 18, below: 25, padding: 14, maxWidth: 128, letter: 7.4 };
const FACE_RADIUS_PX = 21;

/** The captions that cover no other caption, avatar or obstacle, by priority; hidden ones appear when
 * selected or hovered, in the list, and at higher zoom. */
export function readableCaptions(
  faces: readonly Captioned[],
  obstacles: readonly Box[] = [],
): ReadonlySet<string> {
  const taken: { id: string | null; box: Box }[] = [
    ...obstacles.map((box) => ({ id: null, box })),
    ...faces.map((face) => ({ id: face.id, box: faceBox(face) })),
  ];
  const readable = new Set<string>();
  for (const face of faces) {
    const box = captionBox(face);
    if (taken.some((other) => other.id !== face.id && overlap(box, other.box))) continue;
    readable.add(face.id);
    taken.push({ id: null, box });
  }
  return readable;
}

function faceBox({ x, y }: Captioned): Box {
  return {
    left: x - FACE_RADIUS_PX,
    top: y - FACE_RADIUS_PX,
    right: x + FACE_RADIUS_PX,
    bottom: y + FACE_RADIUS_PX,
  };
}

function captionBox({ x, y, caption }: Captioned): Box {
  const width = Math.min(caption.length * CAPTION.letter + CAPTION.padding, CAPTION.maxWidth);
  const top = y + CAPTION.below;
  return { left: x - width / 2, top, right: x + width / 2, bottom: top + CAPTION.height };
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
