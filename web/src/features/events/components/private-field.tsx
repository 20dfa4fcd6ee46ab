import { Lock } from 'lucide-react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import * as texts from '#web/texts/event-form.tsx';
import styles from './private-field.module.css';

type Props = { isPrivate: boolean; onChange: (isPrivate: boolean) => void };

/** Source: EVF-09, EVF-24. */
export function PrivateField({ isPrivate, onChange }: Props) {
  return (
    <Checkbox
      className={styles.row ?? ''}
      label={
        <span className={styles.words}>
          <Lock aria-hidden="true" />
          {texts.privateEvent}
        </span>
      }
      checked={isPrivate}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
