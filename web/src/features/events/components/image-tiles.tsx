import { ImageOff, ImagePlus, ImageUp, RotateCw, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { ImageUpload } from '../image-sender.ts';
import styles from './image-tiles.module.css';

type Props = {
  /** The draft's picture: while one is being sent or was refused, the one before. */
  has: 'nothing' | 'cover' | 'image';
  state: ImageUpload['state'];
  /** What failed may be sent again. */
  isUnsent: boolean;
  onOpen: () => void;
  onRetry: () => void;
  onKeep: () => void;
  onRemove: () => void;
};

/** Source: EVF-06, EVF-17, EVF-22. */
export function ImageTiles({ has, state, isUnsent, onOpen, onRetry, onKeep, onRemove }: Props) {
  const hasFailed = state === 'failed';
  const isOwn = state !== 'sending' && (has === 'image' || hasFailed);
  return (
    <div className={styles.tiles}>
      {hasFailed && isUnsent && (
        <Tile icon={<RotateCw aria-hidden="true" />} label={texts.uploadAgain} onClick={onRetry}>
          {recurring.tryAgain}
        </Tile>
      )}
      {isOwn ? (
        <Tile icon={<ImageUp aria-hidden="true" />} label={texts.replaceImage} onClick={onOpen}>
          {texts.replace}
        </Tile>
      ) : (
        <Tile icon={<ImagePlus aria-hidden="true" />} label={texts.uploadAPicture} onClick={onOpen}>
          {texts.upload}
        </Tile>
      )}
      {hasFailed && has !== 'nothing' && (
        <Tile icon={<Undo2 aria-hidden="true" />} label={texts.keepThePreviousPicture} onClick={onKeep}>
          {texts.keep}
        </Tile>
      )}
      {isOwn && (
        <Tile icon={<Trash2 aria-hidden="true" />} label={texts.removeImage} onClick={onRemove}>
          {recurring.remove}
        </Tile>
      )}
      {state === 'idle' && has === 'cover' && (
        <Tile icon={<ImageOff aria-hidden="true" />} label={texts.noPicture} onClick={onRemove}>
          {texts.noPicture}
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
