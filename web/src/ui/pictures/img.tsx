import { useState, type CSSProperties } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { pictureSources } from '#web/lib/api/picture-sources.ts';
import styles from './img.module.css';

type Props = {
  /** Path in the uploads bucket, or null for the fallback. */
  image: string | null;
  /** URL of the picture to show without one, or when it does not load. */
  fallback: string;
  alt: string;
  /** Width over height of the box; the picture is cropped to it. */
  ratio?: number;
  /** As the `sizes` attribute: how wide the box is shown. */
  sizes?: string;
  /** For the one picture at the top of a page. */
  eager?: boolean;
  /** URL of what is shown until the picture is there. */
  under?: string | null;
  className?: string;
};

/** A stored picture in a box that keeps its shape while it loads. */
export function Img({
  image,
  fallback,
  alt,
  ratio = 16 / 9,
  sizes = '100vw',
  eager,
  under,
  className,
}: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const stored = image !== null && image !== broken ? image : null;
  return (
    <span
      className={cx(styles.box, className)}
      style={{ '--ratio': ratio, ...(under && { backgroundImage: `url("${under}")` }) } as CSSProperties}
    >
      <img
        key={stored ?? fallback}
        {...(stored ? pictureSources(stored) : { src: fallback })}
        sizes={stored ? sizes : undefined}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        // Together with the page around it, where it has been decoded for another one.
        decoding={eager ? 'sync' : 'async'}
        onError={(event) => {
          if (stored) setBroken(stored);
          else event.currentTarget.hidden = true;
        }}
      />
    </span>
  );
}
