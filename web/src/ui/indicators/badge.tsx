import { cx } from '#web/lib/class-names.ts';
import styles from './badge.module.css';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';

type Props = {
  count: number;
  /** `alert` asks for attention and stops counting at 999; `quiet` only counts, exactly. */
  tone?: 'quiet' | 'alert';
  /** What is counted, for a screen reader: "3 requests". */
  label?: string;
};

export function Badge({ count, tone = 'quiet', label }: Props) {
  const shown = tone === 'alert' && count > 999 ? '999+' : String(count);
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {label ? (
        <>
          <span aria-hidden="true">{shown}</span>
          <VisuallyHidden>{label}</VisuallyHidden>
        </>
      ) : (
        shown
      )}
    </span>
  );
}
