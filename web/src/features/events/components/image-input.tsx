import { IMAGE_TYPES } from '@hereabouts/contract/uploads';
import type { Ref } from 'react';
import styles from './image-field.module.css';

type Props = {
  ref: Ref<HTMLInputElement>;
  id: string;
  hasProblem: boolean;
  isLocked: boolean;
  onChange: (files: FileList | null) => void;
};

/** Described by the texts of the field: `<id>-help`, and `<id>-problem` while there is one. */
export function ImageInput({ ref, id, hasProblem, isLocked, onChange }: Props) {
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      className={styles.input}
      inert={isLocked}
      accept={IMAGE_TYPES.join(',')}
      aria-describedby={hasProblem ? `${id}-help ${id}-problem` : `${id}-help`}
      aria-invalid={hasProblem || undefined}
      onChange={(event) => onChange(event.target.files)}
    />
  );
}
