const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const isWithoutLength = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd8);

/** Each decodes the whole picture again; encoders write some ten. */
export const JPEG_SCANS_MAX = 64;

export function countJpegScans(bytes: Uint8Array): number {
  let scans = 0;
  let at = 2;
  for (;;) {
    // In scan data 0xff is followed by 0 or a restart.
    at = bytes.indexOf(MARKER, at);
    const code = at < 0 ? undefined : bytes[at + 1];
    if (code === undefined || code === END_OF_IMAGE) return scans;
    if (code === START_OF_SCAN) scans += 1;
    if (code === MARKER) at += 1;
    else if (code === 0 || isWithoutLength(code)) at += 2;
    else at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
}
