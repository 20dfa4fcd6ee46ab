import sharp from 'sharp';

const SIDE_PX = 256;
const LINES = 90;

/** A map tile of the weight of a town's (about 15 kB), the same for every place. */
export function drawTile(): Promise<Buffer> {
  // Fixed steps in place of chance: every run draws the same.
  const at = (step: number, stride: number) => (step * stride) % SIDE_PX;
  const lines = Array.from({ length: LINES }, (_, step) => {
    const [x, y] = [at(step, 83), at(step, 131)];
    const [toX, toY] = [at(step + 7, 59), at(step + 3, 101)];
    const shade = 120 + ((step * 37) % 110);
    return `<path d="M${x} ${y}Q${toY} ${x} ${toX} ${toY}" stroke="rgb(${shade},${shade - 20},${255 - shade})" stroke-width="${1 + (step % 4)}" fill="none"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}"><rect width="100%" height="100%" fill="#f2efe9"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
