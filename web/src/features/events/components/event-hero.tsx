import { defaultEventImage, defaultEventTint, imageUrl } from '@hereabouts/contract/uploads';
import { ArrowLeft } from 'lucide-react';
import { use, useRef, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { IconLink } from '#web/ui/buttons/icon-button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PageCorner } from '#web/ui/layout/page-header.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { usePageTint } from '#web/ui/styles/use-page-tint.ts';
import * as recurring from '#web/texts/recurring.ts';
import { HERO_SIZES } from '../hero-sizes.ts';
import styles from './event-hero.module.css';

type Props = {
  event: {
    id: number;
    title: string;
    /** Undefined while unknown. */
    image?: string | null | undefined;
    tint?: string | null | undefined;
    is_cancelled?: boolean | undefined;
  };
  /** Its picture is toned down, and the page is grey. */
  hasEnded?: boolean;
  /** More than usual has to fit on the first screen of a phone. */
  crowded?: boolean;
  share?: ReactNode;
  /** Below the title on phones, beside the picture elsewhere. */
  children: ReactNode;
  /** Below these, and under the picture where they stand beside it. */
  under?: ReactNode;
  /** Last; where the rest stands under the picture, below the words. */
  after?: ReactNode;
};

/** The top of an event's page. Tints the page. Source: EVD-03, EVD-14. */
export function EventHero({ event, hasEnded, crowded, share, children, under, after }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading);
  usePageTint(hasEnded ? OVER_TINT : tintOf(event));
  const corner = use(PageCorner);
  return (
    <div className={cx(styles.hero, crowded && styles.crowded)}>
      <div className={styles.poster}>
        <div className={styles.over}>
          <IconLink
            to="/"
            label={recurring.backToHome}
            tone="filled"
            icon={<ArrowLeft aria-hidden="true" />}
            className={styles.back ?? ''}
          />
          {share}
          {corner && <div className={styles.corner}>{corner}</div>}
        </div>
        {event.image === undefined ? (
          <Skeleton shape="block" className={styles.picture ?? ''} />
        ) : (
          <Img
            className={cx(styles.picture, event.is_cancelled ? styles.grey : hasEnded && styles.faded)}
            image={event.image}
            fallback={defaultEventImage(event.id)}
            alt=""
            sizes={HERO_SIZES}
            eager
            under={event.image === null ? null : cardIfLoaded(event.image)}
          />
        )}
      </div>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {event.title}
        </h1>
        {children}
      </div>
      {under && <div className={styles.under}>{under}</div>}
      {after && <div className={styles.after}>{after}</div>}
    </div>
  );
}

/** As grey as its picture, once it has ended or is cancelled. */
const OVER_TINT = '#757883';

function tintOf({ id, image, tint, is_cancelled }: Props['event']): string | null {
  if (is_cancelled) return OVER_TINT;
  return image === null ? defaultEventTint(id) : (tint ?? null);
}

/** The small picture that a card has shown, until the large one is there. */
function cardIfLoaded(image: string): string | null {
  const url = imageUrl(image, 'card');
  return performance.getEntriesByName(new URL(url, location.href).href).length > 0 ? url : null;
}
