import { cx } from '#web/lib/class-names.ts';
import styles from './badge.module.css';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';

type Props = {
  count: number;
  /** `alert` stops counting at 99; `quiet` shows the exact count. */
  tone?: 'quiet' | 'alert';
  label?: string;
};

export function Badge({ count, tone = 'quiet', label }: Props) {
  const shown = tone === 'alert' && count > 99 ? '99+' : String(count);
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
