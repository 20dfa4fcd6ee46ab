import { imageUrl } from '@hereabouts/contract/uploads';
import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { CoverName } from '../covers.ts';
import type { useImageUpload } from '../use-image-upload.ts';
import { CoverChoice } from './cover-choice.tsx';
import { FieldProblem } from './field-problem.tsx';
import { ImageInput } from './image-input.tsx';
import { ImageProgress } from './image-progress.tsx';
import { ImageTiles } from './image-tiles.tsx';
import roof from './form-roof.module.css';
import styles from './image-field.module.css';

type Props = {
  /** Path of the stored picture. */
  image: string | null;
  /** The picture of an event without one, where that is known. */
  fallback: string | null;
  upload: ReturnType<typeof useImageUpload>;
  onRemove: () => void;
  /** What saving found wrong with it. */
  error: string | null;
  /** On the picture. */
  children: ReactNode;
};

/** "Event Image": chosen or dropped, sent at once, shown before it is sent. A picture that was refused
 * blocks saving until it is replaced or removed. Source: EVF-06, EVF-07, EVF-22. */
export function ImageField({ image, fallback, upload, onRemove, error, children }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [cover, setCover] = useState<CoverName | null>(null);
  const { state } = upload.upload;
  const problem = upload.upload.state === 'failed' ? upload.upload.message : error;
  const own =
    upload.upload.state === 'sending' ? upload.upload.previewUrl : image && imageUrl(image, 'detail');

  const start = (file: File, of: CoverName | null = null) => {
    setCover(of);
    upload.start(file);
  };
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
  const giveUp = () => {
    setCover(null);
    upload.cancel();
    input.current?.focus();
  };
  const isEmpty = own === null && fallback === null;

  return (
    <div
      className={styles.field}
      data-field="image"
      data-empty={isEmpty || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className={cx(roof.picture, styles.box)} data-roof data-empty={isEmpty || undefined}>
        {/* First, so that its focus ring can be drawn around the box. */}
        <ImageInput ref={input} id={id} hasProblem={problem !== null} onChange={take} />
        {own !== null && <img src={own} alt={texts.preview} className={styles.picture} />}
        {own === null && fallback !== null && <img src={fallback} alt="" className={styles.picture} />}
        {own === null && (
          <span className={styles.invitation} aria-hidden="true">
            <span className={styles.choose}>
              <ImagePlus />
              {texts.chooseAPicture}
            </span>
          </span>
        )}
        {children}
        {upload.upload.state === 'sending' && (
          <ImageProgress fraction={upload.upload.fraction} onCancel={giveUp} />
        )}
      </div>
      <div className={styles.tray}>
        <p className={styles.caption}>
          <label htmlFor={id} className={styles.label}>
            {texts.eventImage}
          </label>
          <span id={`${id}-help`} className={styles.help}>
            {texts.maxSize5mbFormatsJpegPng}
          </span>
        </p>
        {/* Once it is in the banner as well, that one announces it. */}
        <div role={error === null ? 'alert' : undefined}>
          {problem !== null && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
        </div>
        <div className={styles.coversRow}>
          <ImageTiles
            hasImage={image !== null}
            state={state}
            onOpen={() => input.current?.click()}
            onKeep={giveUp}
            onRemove={() => {
              onRemove();
              giveUp();
            }}
          />
          <CoverChoice
            chosen={state === 'failed' || own === null ? null : cover}
            onChoose={(name, file) => start(file, name)}
          />
        </div>
      </div>
    </div>
  );
}
