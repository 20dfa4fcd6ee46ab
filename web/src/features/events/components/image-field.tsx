import { IMAGE_TYPES, imageUrl } from '@hereabouts/contract/uploads';
import { CircleAlert, ImagePlus, Trash2, X } from 'lucide-react';
import { useId, useRef, type DragEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { useImageUpload } from '../use-image-upload.ts';
import styles from './image-field.module.css';

type Props = {
  /** Path of the stored picture. */
  image: string | null;
  upload: ReturnType<typeof useImageUpload>;
  onRemove: () => void;
};

/** "Event Image": chosen or dropped, sent at once, shown before it is sent. Source: EVF-06, EVF-07. */
export function ImageField({ image, upload: { upload, start, cancel }, onRemove }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isSending = upload.state === 'sending';
  const shown = isSending ? upload.previewUrl : image !== null ? imageUrl(image, 'detail') : null;

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) start(file);
    // So that choosing the same file again is a change again.
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };

  return (
    <div className={styles.field} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <label htmlFor={id} className={styles.label}>
        Event Image
      </label>
      <div className={styles.box} data-empty={shown === null || undefined}>
        {/* First, so that its focus ring can be drawn around the box. */}
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.input}
          accept={IMAGE_TYPES.join(',')}
          aria-describedby={`${id}-help ${id}-state`}
          onChange={(event) => take(event.target.files)}
        />
        {shown === null ? (
          <span className={styles.invitation} aria-hidden="true">
            <ImagePlus />
            Choose a picture
          </span>
        ) : (
          <img src={shown} alt="Preview" className={styles.preview} />
        )}
        {isSending && (
          <progress className={styles.progress} value={upload.fraction} aria-label="Uploading the image" />
        )}
      </div>
      <p id={`${id}-help`} className={styles.help}>
        Max size: 5MB. Formats: JPEG, PNG, GIF
      </p>
      <div id={`${id}-state`}>
        {upload.state === 'failed' && (
          <p className={styles.problem} role="alert">
            <CircleAlert aria-hidden="true" />
            {upload.message}
          </p>
        )}
      </div>
      {isSending && (
        <Button variant="secondary" size="small" icon={<X aria-hidden="true" />} onClick={cancel}>
          Cancel upload
        </Button>
      )}
      {!isSending && image !== null && (
        <div className={styles.actions}>
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            Replace image
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => {
              onRemove();
              input.current?.focus();
            }}
          >
            Remove image
          </Button>
        </div>
      )}
    </div>
  );
}
