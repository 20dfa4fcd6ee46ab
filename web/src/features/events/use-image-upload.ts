import { useEffect, useState } from 'react';
import type { CoverName } from './covers.ts';
import type { EventDraft } from './draft.ts';
import { ImageSender, type ImageUpload } from './image-sender.ts';

/** Uploads a picture once chosen, so that saving need not wait for it. `loading`: a cover that is not there yet.
 * @param onChosen the same on each render */
export function useImageUpload(onChosen: (picture: Pick<EventDraft, 'image' | 'cover'>) => void) {
  const [upload, show] = useState<ImageUpload>({ state: 'idle' });
  const [loading, showLoading] = useState<CoverName | null>(null);
  const [sender] = useState(() => new ImageSender({ show, showLoading, onChosen }));
  useEffect(() => () => sender.cancel(), [sender]);
  return { upload, loading, sender };
}
