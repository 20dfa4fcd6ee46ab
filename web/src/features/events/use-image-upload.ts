import { useEffect, useState } from 'react';
import { ImageSender, type ImageUpload } from './image-sender.ts';

/** Uploads a picture once chosen, so that saving need not wait for it. @param onStored gets its path; the same on each render */
export function useImageUpload(onStored: (path: string) => void) {
  const [upload, show] = useState<ImageUpload>({ state: 'idle' });
  const [sender] = useState(() => new ImageSender({ show, onStored }));
  useEffect(() => () => sender.cancel(), [sender]);
  return { upload, sender };
}
