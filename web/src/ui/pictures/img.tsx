import type { CSSProperties } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { pictureSources } from '#web/lib/api/picture-sources.ts';
import styles from './img.module.css';
import { useBroken } from './use-broken.ts';

type Props = {
  /** Path in the uploads bucket, or null for the fallback. */
  image: string | null;
  /** URL of the picture to show without one, or when it does not load. */
  fallback: string;
  alt: string;
  /** Width over height of the box, 16 : 9 without it; the picture is cropped to it. */
  ratio?: number;
  /** As the `sizes` attribute: how wide the box is shown. */
  sizes?: string;
  /** For the one picture at the top of a page. */
  eager?: boolean;
  /** URL of a placeholder until the picture is loaded. */
  under?: string | null;
  className?: string;
};

/** Undefined where not needed: the content-security policy forbids it in the HTML of a prerendered page. */
function styleOf(ratio: number | undefined, under: string | null | undefined): CSSProperties | undefined {
  if (ratio === undefined && !under) return undefined;
  const style: CSSProperties & { '--ratio'?: number } = {};
  if (ratio !== undefined) style['--ratio'] = ratio;
  if (under) style.backgroundImage = `url("${under}")`;
  return style;
}

/** A stored picture in a box that keeps its shape while it loads. */
export function Img({ image, fallback, alt, ratio, sizes = '100vw', eager, under, className }: Props) {
  const [isBroken, noteBroken] = useBroken(image);
  const stored = isBroken ? null : image;
  return (
    <span className={cx(styles.box, className)} style={styleOf(ratio, under)}>
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
          if (stored) noteBroken();
          else event.currentTarget.hidden = true;
        }}
      />
    </span>
  );
}
