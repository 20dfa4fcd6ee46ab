import { imageUrl } from '@hereabouts/contract/uploads';
import { ImagePlus } from 'lucide-react';
import { useId, useRef, type DragEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, coverNamed, coverUrl } from '../covers.ts';
import type { EventDraft } from '../draft.ts';
import { isUnsent } from '../image-sender.ts';
import type { useImageUpload } from '../use-image-upload.ts';
import { CoverChoice } from './cover-choice.tsx';
import { FieldProblem } from './field-problem.tsx';
import { ImageInput } from './image-input.tsx';
import { ImageProgress } from './image-progress.tsx';
import { ImageTiles } from './image-tiles.tsx';
import roof from './form-roof.module.css';
import styles from './image-field.module.css';

type Props = {
  draft: EventDraft;
  /** The picture of an event without one, where that is known. */
  fallback: string | null;
  upload: ReturnType<typeof useImageUpload>;
  /** There is less of the picture to see. */
  isLow: boolean;
  onChange: (picture: Pick<EventDraft, 'image' | 'cover'>) => void;
  /** The problem found on saving. */
  error: string | null;
  /** The form's banner announces the problem. */
  isInBanner: boolean;
  /** Only what is being sent can be given up. */
  isLocked: boolean;
  children: ReactNode;
};

/** A picture is sent once chosen or dropped; a cover, when the event is saved. A refused picture blocks saving until it is
 * replaced or removed. Source: EVF-06, EVF-07, EVF-17, EVF-22, EVF-26. */
export function ImageField(props: Props) {
  const { draft, fallback, upload, isLow, onChange, error, isInBanner, isLocked, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { sender } = upload;
  const { state } = upload.upload;
  const problem = upload.upload.state === 'failed' ? upload.upload.message : error;
  const cover = coverNamed(draft.cover);
  const own =
    upload.upload.state === 'sending'
      ? upload.upload.previewUrl
      : cover
        ? coverUrl(cover)
        : draft.image && imageUrl(draft.image, 'detail');
  const shown = own ?? fallback;

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isLocked) sender.start(file);
    // So that choosing the same file again is a change again.
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const giveUp = () => {
    sender.cancel();
    input.current?.focus();
  };

  return (
    <div
      className={cx(roof.poster, isLow && roof.low, styles.poster)}
      data-field="image"
      data-empty={shown === null || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {shown !== null && (
        <div className={styles.glow}>
          <img src={cover && state !== 'sending' ? choiceUrl(cover) : shown} alt="" />
        </div>
      )}
      <div className={styles.stage}>
        <div className={cx(roof.picture, styles.box)} data-roof>
          {/* First, so that its focus ring can be drawn around the box. */}
          <ImageInput ref={input} id={id} hasProblem={problem !== null} isLocked={isLocked} onChange={take} />
          {shown !== null && (
            <img src={shown} alt={own === null ? '' : texts.preview} className={styles.picture} />
          )}
          {own === null && (
            <span className={styles.invitation} aria-hidden="true">
              <span className={styles.choose}>
                <ImagePlus />
                {texts.chooseAPicture}
              </span>
            </span>
          )}
          {upload.upload.state === 'sending' && (
            <ImageProgress fraction={upload.upload.fraction} onCancel={giveUp} />
          )}
        </div>
        <div className={styles.words} inert={isLocked}>
          {children}
        </div>
      </div>
      <div className={styles.tray} inert={isLocked}>
        <div className={styles.caption}>
          <label htmlFor={id} className={styles.label}>
            {texts.eventImage}
          </label>
          <ImageTiles
            has={cover ? 'cover' : draft.image === null ? 'nothing' : 'image'}
            state={state}
            isUnsent={isUnsent(upload.upload)}
            onRetry={() => {
              sender.retry();
              input.current?.focus();
            }}
            onOpen={() => input.current?.click()}
            onKeep={giveUp}
            onRemove={() => {
              onChange({ image: null, cover: null });
              giveUp();
            }}
          />
        </div>
        <div role={isInBanner ? undefined : 'alert'}>
          {problem !== null && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
        </div>
        <CoverChoice
          chosen={state === 'idle' ? draft.cover : null}
          loading={upload.loading}
          sender={sender}
        />
        <span id={`${id}-help`} className={styles.help}>
          {recurring.pictureRules}
        </span>
      </div>
    </div>
  );
}
