import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { ref?: Ref<HTMLInputElement> };

export function TextField(props: TextFieldProps) {
  const { label, help, error, problemId, announcesError, className, dataField, ...rest } = props;
  return (
    <Field {...{ label, help, error, problemId, announcesError, className, dataField }}>
      {(control) => <input type="text" {...rest} {...control} className={controlClass} />}
    </Field>
  );
}

type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea(props: TextAreaProps) {
  const { label, help, error, problemId, announcesError, className, dataField, rows = 4, ...rest } = props;
  return (
    <Field {...{ label, help, error, problemId, announcesError, className, dataField }}>
      {(control) => <textarea rows={rows} {...rest} {...control} className={controlClass} />}
    </Field>
  );
}
