import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Somewhere in St Helier; what must not be found in anything that is served. */
export const PHOTO_GPS = { latitude: '49/1 11/1 8/1', longitude: '2/1 6/1 25/1' } as const;
export const PHOTO_CAMERA = 'Granite Phone 7';
export const PHOTO_XMP_TEXT = 'taken at home by Marie';

/** The EXIF entry that points at the place, whole: four bytes of it stand in megabytes of picture by chance. */
export const GPS_POINTER = Buffer.from([0x25, 0x88, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00]);
/** How EXIF begins in a JPEG. */
export const EXIF_START = 'Exif\0\0';

const WIDTH = 4_032;
const HEIGHT = 3_024;

/**
 * A JPEG as a phone takes it: 12 megapixels, over 3 MB, turned by its EXIF orientation, with the place it was taken,
 * XMP and a wide colour profile. `camera` is a word to look for in the bytes.
 */
export async function phonePhoto(camera: string = PHOTO_CAMERA): Promise<Buffer> {
  const grain = randomBytes(WIDTH * HEIGHT * 3).map((byte) => 112 + (byte & 31));
  const photo = await sharp(grain, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withExif({
      IFD0: { Make: 'Hereabouts', Model: camera, Orientation: '1' },
      IFD3: {
        GPSVersionID: '2 3 0 0',
        GPSLatitudeRef: 'N',
        GPSLatitude: PHOTO_GPS.latitude,
        GPSLongitudeRef: 'W',
        GPSLongitude: PHOTO_GPS.longitude,
      },
    })
    .withIccProfile('p3')
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="${PHOTO_XMP_TEXT}"/></r:RDF></x:xmpmeta>`,
    )
    .jpeg({ quality: 92 })
    .toBuffer();
  return onItsSide(photo);
}

/** Turns the orientation of a JPEG's EXIF (tag 0x0112, little-endian) from 1 to 6: its top is to the right. */
export function onItsSide(jpeg: Buffer): Buffer {
  const tag = Buffer.from([0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01]);
  const turned = Buffer.from(jpeg);
  turned[turned.indexOf(tag) + tag.length - 1] = 6;
  return turned;
}
