const SIGNATURE_LENGTH = 8;
/** Length, name and checksum around the data. */
const AROUND_DATA = 12;
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);

/** Decoders unpack texts, some 100 MB from 100 kB. From a broken chunk on the bytes stay as they are. */
export function withoutPngTexts(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [view.subarray(0, SIGNATURE_LENGTH)];
  let at = SIGNATURE_LENGTH;
  while (at + AROUND_DATA <= view.length) {
    const end = at + AROUND_DATA + view.readUInt32BE(at);
    if (end > view.length) break;
    if (!TEXTS.has(view.toString('latin1', at + 4, at + 8))) kept.push(view.subarray(at, end));
    at = end;
  }
  return kept.length === 1 ? bytes : Buffer.concat([...kept, view.subarray(at)]);
}
