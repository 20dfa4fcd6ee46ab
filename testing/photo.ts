import sharp from 'sharp';

/** Somewhere in St Helier; what must not be found in anything that is served. */
export const PHOTO_GPS = { latitude: '49/1 11/1 8/1', longitude: '2/1 6/1 25/1' } as const;

const WIDTH = 3_024;
const HEIGHT = 2_268;

/**
 * A JPEG as a phone takes it: over 3 MB, turned by its EXIF orientation, with the place it was taken. `camera` is a
 * word to look for in the bytes.
 */
export async function phonePhoto(camera = 'Granite Phone 7'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#0a6c73', noise } })
    .withExif({
      IFD0: { Make: 'Hereabouts', Model: camera },
      IFD3: {
        GPSVersionID: '2 3 0 0',
        GPSLatitudeRef: 'N',
        GPSLatitude: PHOTO_GPS.latitude,
        GPSLongitudeRef: 'W',
        GPSLongitude: PHOTO_GPS.longitude,
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 88 })
    .toBuffer();
}
