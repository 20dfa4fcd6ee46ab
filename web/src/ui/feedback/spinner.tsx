import { cx } from '#web/lib/class-names.ts';
import { Mark } from '#web/ui/pictures/mark.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './spinner.module.css';

type Props = {
  label?: string;
  /** Shows the label, not only to screen readers. */
  visible?: boolean;
  page?: boolean;
};

export function Spinner({ label = recurring.loading, visible = false, page = false }: Props) {
  return (
    <div className={cx(styles.spinner, page && styles.page)} role="status">
      <Mark size={page ? 56 : 36} className={styles.mark ?? ''} />
      <span className={cx(!visible && styles.hidden)}>{label}</span>
    </div>
  );
}
