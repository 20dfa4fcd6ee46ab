import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { ref?: Ref<HTMLInputElement> };

/** One line of text, a date, a number … by `type`. */
export function TextField({ label, help, error, problemId, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} problemId={problemId} className={className}>
      {(control) => <input type="text" {...rest} {...control} className={controlClass} />}
    </Field>
  );
}

type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, help, error, problemId, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} problemId={problemId} className={className}>
      {(control) => <textarea rows={rows} {...rest} {...control} className={controlClass} />}
    </Field>
  );
}
