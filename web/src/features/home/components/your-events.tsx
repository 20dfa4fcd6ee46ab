import { AlignLeft, RotateCw } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/home.tsx';
import { CardLoading } from './home-loading.tsx';
import { HomeList } from './home-list.tsx';
import type { EventSections as Sections } from './event-sections.tsx';
import styles from './your-events.module.css';

const loadEventSections = () => import('./event-sections.tsx').then((module) => module.EventSections);
const EventSections = lazyComponent(loadEventSections, {
  loading: (
    <Loading label={texts.loadingEvents}>
      <CardLoading />
      <CardLoading />
    </Loading>
  ),
  failedTitle: texts.couldNotLoadTheEvents,
});
loadEventSections().catch(() => {});

/** The cards after these are compact on a phone, until asked for (HOME-23). */
const WHOLE_CARDS = 3;

type Props = Omit<ComponentProps<typeof Sections>, 'wholeCards'> & {
  /** What came of the last refresh, for screen readers. */
  said: string;
  onRefresh: () => void;
  className: string;
};

/** Source: HOME-08 to HOME-13. */
export function YourEvents({ query, said, onRefresh, className, ...list }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const count = list.sections.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <section aria-labelledby="your-events" className={cx(styles.events, className)}>
      <SectionHeading
        id="your-events"
        actions={
          <>
            {count > WHOLE_CARDS && (
              <Button
                variant="quiet"
                size="small"
                className={styles.toggle ?? ''}
                icon={<AlignLeft aria-hidden="true" />}
                onClick={() => setIsWhole(!isWhole)}
              >
                {isWhole ? texts.showLess : texts.showMore}
              </Button>
            )}
            <IconButton
              label={texts.refresh}
              icon={
                <RotateCw aria-hidden="true" className={query.isRefetching ? styles.turning : undefined} />
              }
              // Not disabled: it would lose the focus.
              aria-disabled={query.isFetching || undefined}
              onClick={onRefresh}
            />
          </>
        }
      >
        {texts.yourEvents}
      </SectionHeading>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <HomeList query={query} isEmpty={count === 0}>
        <EventSections {...list} query={query} wholeCards={isWhole ? count : WHOLE_CARDS} />
      </HomeList>
    </section>
  );
}
