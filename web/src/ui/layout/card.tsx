import type { HTMLAttributes } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './card.module.css';

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'li';
  /** Without padding, for a picture that reaches the edges. */
  flush?: boolean;
  /** For cards that hold one link. */
  interactive?: boolean;
};

export function Card({ as: Tag = 'div', flush, interactive, className, ...rest }: Props) {
  return (
    <Tag
      {...rest}
      className={cx(styles.card, !flush && styles.padded, interactive && styles.interactive, className)}
    />
  );
}
