import type { ImageType } from '@hereabouts/contract/uploads';

export type ImageKind = 'jpeg' | 'png' | 'gif';

export const IMAGE_KINDS = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  gif: { contentType: 'image/gif', extension: 'gif' },
} as const satisfies Record<ImageKind, { contentType: ImageType; extension: string }>;

const SIGNATURES: readonly (readonly [ImageKind, Buffer])[] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
];

export function kindOfImage(bytes: Uint8Array): ImageKind | null {
  const matches = (signature: Buffer) => signature.equals(bytes.subarray(0, signature.length));
  return SIGNATURES.find(([, signature]) => matches(signature))?.[0] ?? null;
}
