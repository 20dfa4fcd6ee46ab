import { ImagePlus, ImageUp, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import * as texts from '#web/texts/event-form.tsx';
import type { ImageUpload } from '../use-image-upload.ts';
import styles from './image-tiles.module.css';

type Props = {
  hasImage: boolean;
  state: ImageUpload['state'];
  onOpen: () => void;
  onKeep: () => void;
  onRemove: () => void;
};

/** What can be done with one's own picture, before the covers. Source: EVF-06, EVF-22. */
export function ImageTiles({ hasImage, state, onOpen, onKeep, onRemove }: Props) {
  const hasFailed = state === 'failed';
  const isThere = state !== 'sending' && (hasImage || hasFailed);
  return (
    <div className={styles.tiles}>
      {isThere ? (
        <Tile icon={<ImageUp aria-hidden="true" />} label={texts.replaceImage} onClick={onOpen}>
          {texts.replace}
        </Tile>
      ) : (
        <Tile icon={<ImagePlus aria-hidden="true" />} label={texts.uploadAPicture} onClick={onOpen}>
          {texts.upload}
        </Tile>
      )}
      {hasFailed && hasImage && (
        <Tile icon={<Undo2 aria-hidden="true" />} label={texts.keepThePreviousPicture} onClick={onKeep}>
          {texts.keep}
        </Tile>
      )}
      {isThere && (
        <Tile icon={<Trash2 aria-hidden="true" />} label={texts.removeImage} onClick={onRemove}>
          {texts.remove}
        </Tile>
      )}
    </div>
  );
}

type TileProps = { icon: ReactNode; label: string; onClick: () => void; children: string };

const Tile = ({ icon, label, onClick, children }: TileProps) => (
  <button type="button" className={styles.tile} aria-label={label} onClick={onClick}>
    {icon}
    {children}
  </button>
);
