import { imageUrl } from '@hereabouts/contract/uploads';
import { UserRound } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { avatarHue, initialOf } from './avatar-face.ts';
import styles from './avatar.module.css';

type Props = {
  /** Keeps the colour stable through a change of name. */
  id: string;
  name: string;
  image: string | null;
  /** Pixels. */
  size?: 32 | 40 | 48 | 64 | 96 | 128;
  className?: string;
};

/** The picture, else an initial on the person's colour. Decorative: the name is next to it. */
export function Avatar({ id, name, image, size = 48, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const initial = initialOf(name);
  const shown = image !== null && image !== broken;
  return (
    <span
      className={cx(styles.avatar, styles[`hue${avatarHue(id)}`], className)}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {shown ? (
        <img
          src={imageUrl(image, 'card')}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(image)}
        />
      ) : initial ? (
        <span>{initial}</span>
      ) : (
        <UserRound />
      )}
    </span>
  );
}
