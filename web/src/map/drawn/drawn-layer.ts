import { type Coords, GridLayer } from 'leaflet';
import type { Land } from './land.ts';
import { TILE_SIDE_PX } from './mercator.ts';
import type { Palette } from './palette.ts';
import { paintTile } from './paint-tile.ts';

const PIXEL_RATIO_MAX = 3;

export class DrawnLayer extends GridLayer {
  readonly #land: Land;
  #palette: Palette;

  constructor(land: Land, palette: Palette, attribution: string) {
    super({ attribution, minZoom: 0, maxZoom: 19, className: 'map-drawn', zIndex: 1 });
    this.#land = land;
    this.#palette = palette;
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.redraw();
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    const ratio = Math.min(window.devicePixelRatio || 1, PIXEL_RATIO_MAX);
    canvas.width = TILE_SIDE_PX * ratio;
    canvas.height = TILE_SIDE_PX * ratio;
    const context = canvas.getContext('2d', { alpha: false });
    if (context) {
      context.scale(ratio, ratio);
      paintTile(context, this.#land, coords, this.#palette);
    }
    return canvas;
  }
}
