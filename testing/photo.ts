import sharp from 'sharp';

/** Liberation Square, St Helier, as a phone writes it: degrees, minutes, seconds. */
export const PHOTO_GPS = { latitude: '49/1 11/1 417/100', longitude: '2/1 6/1 3996/100' };
export const PHOTO_CAMERA = 'Granite Phone 9';
export const PHOTO_XMP_TEXT = 'taken at home by Marie';

/** A JPEG of more than 3 MB as a phone takes it: 12 megapixels, on its side, with GPS, XMP and a wide colour profile. */
export async function phonePhoto(): Promise<Buffer> {
  const photo = await sharp({
    create: {
      width: 4_032,
      height: 3_024,
      channels: 3,
      background: '#0a6c73',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .withExif({
      IFD0: { Make: 'Granite', Model: PHOTO_CAMERA, Orientation: '1' },
      IFD3: {
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
    .jpeg({ quality: 82 })
    .toBuffer();
  return onItsSide(photo);
}

/** `sharp` writes every picture upright: turns the orientation of its EXIF (tag 0x0112, little-endian) from 1 to 6. */
export function onItsSide(jpeg: Buffer): Buffer {
  const tag = Buffer.from([0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01]);
  const turned = Buffer.from(jpeg);
  turned[turned.indexOf(tag) + tag.length - 1] = 6;
  return turned;
}
