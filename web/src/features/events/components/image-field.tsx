import { IMAGE_TYPES, imageUrl } from '@hereabouts/contract/uploads';
import { ImagePlus, Trash2, Undo2, X } from 'lucide-react';
import { useId, useRef, type DragEvent } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, INVITING_COVERS } from '../covers.ts';
import type { useImageUpload } from '../use-image-upload.ts';
import { CoverChoice } from './cover-choice.tsx';
import { FieldProblem } from './field-problem.tsx';
import roof from './form-roof.module.css';
import styles from './image-field.module.css';

type Props = {
  /** Path of the stored picture. */
  image: string | null;
  upload: ReturnType<typeof useImageUpload>;
  onRemove: () => void;
  /** What saving found wrong with it. */
  error: string | null;
};

/** "Event Image": chosen or dropped, sent at once, shown before it is sent. A picture that was refused
 * blocks saving until it is replaced or removed. Source: EVF-06, EVF-07, EVF-22. */
export function ImageField({ image, upload: { upload, start, cancel }, onRemove, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isSending = upload.state === 'sending';
  const hasFailed = upload.state === 'failed';
  const problem = hasFailed ? upload.message : error;
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
    <div
      className={styles.field}
      data-field="image"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className={cx(roof.picture, styles.box)} data-roof data-empty={shown === null || undefined}>
        {/* First, so that its focus ring can be drawn around the box. */}
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.input}
          accept={IMAGE_TYPES.join(',')}
          aria-describedby={problem === null ? `${id}-help` : `${id}-help ${id}-problem`}
          aria-invalid={problem !== null || undefined}
          onChange={(event) => take(event.target.files)}
        />
        {shown === null ? (
          <span className={styles.invitation} aria-hidden="true">
            <span className={styles.fan}>
              {INVITING_COVERS.map((cover) => (
                <img key={cover.name} src={choiceUrl(cover)} alt="" width={112} height={70} />
              ))}
            </span>
            {/* Where an image failed, a button says so. */}
            {!hasFailed && (
              <span className={styles.choose}>
                <ImagePlus />
                {texts.chooseAPicture}
              </span>
            )}
          </span>
        ) : (
          <img src={shown} alt={texts.preview} className={styles.preview} />
        )}
        <div className={styles.actions}>
          {isSending && (
            <>
              <progress
                className={styles.progress}
                value={upload.fraction}
                aria-label={texts.uploadingTheImage}
              />
              <Button variant="secondary" size="small" icon={<X aria-hidden="true" />} onClick={cancel}>
                {texts.cancelUpload}
              </Button>
            </>
          )}
          {!isSending && (image !== null || hasFailed) && (
            <>
              <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
                {texts.replaceImage}
              </Button>
              {hasFailed && image !== null && (
                <Button
                  variant="secondary"
                  size="small"
                  icon={<Undo2 aria-hidden="true" />}
                  onClick={() => {
                    cancel();
                    input.current?.focus();
                  }}
                >
                  {texts.keepThePreviousPicture}
                </Button>
              )}
              <Button
                variant="secondary"
                size="small"
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => {
                  cancel();
                  onRemove();
                  input.current?.focus();
                }}
              >
                {texts.removeImage}
              </Button>
            </>
          )}
        </div>
      </div>
      <CoverChoice onChoose={start} />
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
    </div>
  );
}
