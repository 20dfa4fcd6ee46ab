import { TITLE_MAX } from '@hereabouts/contract/limits';
import { memo } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { isComposing } from '#web/lib/typing/is-composing.ts';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import * as texts from '#web/texts/event-form.tsx';
import type { EventFields } from '../use-event-form.ts';
import styles from './title-field.module.css';

/** A longer title is smaller, so that the poster holds it. */
const LONG_LENGTH = 60;

/** May wrap, but is one line. Source: EVF-02. */
export const TitleField = memo(function TitleField({
  form: { draft, change, fieldOf },
}: {
  form: EventFields;
}) {
  return (
    <TextArea
      {...fieldOf('title')}
      className={cx(styles.title, draft.title.length > LONG_LENGTH && styles.long)}
      label={texts.eventTitle}
      placeholder={texts.whatsThePlan}
      rows={1}
      value={draft.title}
      maxLength={TITLE_MAX}
      autoComplete="off"
      aria-required="true"
      enterKeyHint="done"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      onChange={(event) => change({ title: event.target.value.replace(/\s*\n\s*/g, ' ') })}
    />
  );
});
