import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import { controlClass } from './field.tsx';
import styles from './search-field.module.css';

type Props = {
  /** Also its accessible name. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  describedBy?: string | undefined;
  className?: string;
};

export function SearchField(props: Props) {
  const { placeholder, value, onChange, maxLength = 100, describedBy, className } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx(styles.wrap, className)} role="search">
      <Search className={styles.icon} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={cx(controlClass, styles.input)}
        placeholder={placeholder}
        aria-label={placeholder}
        aria-describedby={describedBy}
        value={value}
        maxLength={maxLength}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Searches while typing; Enter must not submit the surrounding form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {value ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={texts.clearSearch}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
