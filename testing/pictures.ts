import sharp from 'sharp';

/** The smallest picture that is one. */
export async function tinyPng(): Promise<Blob> {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#ff5a36' } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
}
