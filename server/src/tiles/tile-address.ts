import { DEEP_TILE_ZOOM_MIN } from '@hereabouts/contract/limits';

export const TILE_ZOOM_MAX = 19;

export type TileAddress = { z: number; x: number; y: number };

const WHOLE_NUMBER = /^(0|[1-9]\d{0,6})$/;

/** Null outside the world. */
export function parseTileAddress(zText: string, xText: string, yText: string): TileAddress | null {
  const yDigits = yText.endsWith('.png') ? yText.slice(0, -'.png'.length) : yText;
  if (![zText, xText, yDigits].every((text) => WHOLE_NUMBER.test(text))) return null;
  const [z, x, y] = [Number(zText), Number(xText), Number(yDigits)];
  const side = 2 ** z;
  return z <= TILE_ZOOM_MAX && x < side && y < side ? { z, x, y } : null;
}

export const isDeep = ({ z }: TileAddress): boolean => z >= DEEP_TILE_ZOOM_MIN;

export const tileKey = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`;

/** `{s}`: sub-domain a, b or c. */
export function tileUrl(template: string, { z, x, y }: TileAddress): string {
  const values: Record<string, string> = { z: `${z}`, x: `${x}`, y: `${y}`, s: 'abc'[(x + y) % 3] ?? 'a' };
  return template.replace(/\{([zxys])\}/g, (_, name: string) => values[name] ?? '');
}
