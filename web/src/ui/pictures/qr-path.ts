import { encodeQR } from 'qr';

/** Light modules around the code; readers want four. */
const QUIET_ZONE = 4;

/** One unit a module; `size` includes the quiet zone. A third may be covered or smeared: it is read off a phone, at night. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'high', border: QUIET_ZONE });
  const path = rows.map((row, y) => rowPath(row, y)).join('');
  return { path, size: rows.length };
}

/** Neighbours are one rectangle, so that no hairline shows between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
