import { imageUrl } from '@hereabouts/contract/uploads';
import { UserRound } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { avatarHue, initialOf } from './avatar-face.ts';
import styles from './avatar.module.css';
import { useBroken } from './use-broken.ts';

type Props = {
  /** Keeps the colour stable through a change of name. */
  id: string;
  name: string;
  image: string | null;
  /** Pixels. */
  size?: 32 | 40 | 48 | 64 | 96 | 128;
  className?: string;
};

/** Decorative: the name is next to it. */
export function Avatar({ id, name, image, size = 48, className }: Props) {
  const [isBroken, noteBroken] = useBroken(image);
  const initial = initialOf(name);
  return (
    <span
      className={cx(styles.avatar, styles[`hue${avatarHue(id)}`], className)}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {image !== null && !isBroken ? (
        <img
          src={imageUrl(image, 'card')}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={noteBroken}
        />
      ) : initial ? (
        <span>{initial}</span>
      ) : (
        <UserRound />
      )}
    </span>
  );
}
