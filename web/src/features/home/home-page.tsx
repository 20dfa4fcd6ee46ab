import { startTransition, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useServerNow } from '#web/live/server-clock.ts';
import { useMyLocation } from '#web/map/own-location/use-my-location.ts';
import { cx } from '#web/lib/class-names.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PullToRefresh } from '#web/ui/layout/pull-to-refresh.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { InvitationsLoading } from './components/home-loading.tsx';
import { YourEvents } from './components/your-events.tsx';
import type { ShareLink } from './components/first-steps.tsx';
import {
  ABOVE_LIST_LOADING,
  FirstSteps,
  HomeMap,
  Introduction,
  Invitations,
  MAP_LOADING,
  NextEvent,
  useIsAboveListLoaded,
} from './lazy-components.tsx';
import { howFar } from './how-far.ts';
import { useHomeEvents } from './queries.ts';
import { nextUp } from './next-up.ts';
import { sectionsOf, type HomeEvent } from './sections.ts';
import { useHomeRefresh } from './use-home-refresh.ts';
import styles from './home-page.module.css';

const TICK_MS = 30_000;

/** Keeps `--height` of the element at its height, in px. */
function followHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() =>
    element.style.setProperty('--height', `${element.offsetHeight}px`),
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Sets its state in a transition: the touched pin or card is drawn first. */
function useTransitionState<S>(initial: S): [S, (next: S) => void] {
  const [state, setState] = useState(initial);
  return [state, useCallback((next: S) => startTransition(() => setState(next)), [])];
}

type Props = {
  viewerId: string;
  /** Empty for a person without one, null while it is being read. */
  name: string | null;
  renderAnswers: (event: HomeEvent) => ReactNode;
  renderShare: ShareLink;
};

/** People and the next event first, then the map and all events. Source: HOME-01 to HOME-24. */
export function HomePage({ viewerId, name, renderAnswers, renderShare }: Props) {
  const query = useHomeEvents();
  const now = useServerNow(TICK_MS);
  const [selectedId, select] = useTransitionState<number | null>(null);
  const [pointedId, point] = useTransitionState<number | null>(null);
  const sections = useMemo(() => sectionsOf(query.data?.events ?? [], now), [query.data, now]);
  const events = useMemo(() => sections.flatMap((section) => section.events), [sections]);
  const next = useMemo(() => nextUp(sections, now), [sections, now]);
  const { location, refresh: locate } = useMyLocation();
  const { refresh, said } = useHomeRefresh(query, locate);
  const isAboveListLoaded = useIsAboveListLoaded();

  const isReady = query.data !== undefined && isAboveListLoaded;
  /** The list is empty, and its note stands where the poster would. */
  const isBare = query.data !== undefined && events.length === 0 && !query.hasNextPage;

  const firstSteps = isReady && query.data.firstSteps && (
    <FirstSteps done={query.data.firstSteps} withPicture={isBare} renderShare={renderShare} />
  );
  // Other elements once it is known what stands above them: what moves down is a shift, what appears is none.
  const stage = isReady ? 'ready' : 'loading';
  const side = (
    <div key={`side, ${stage}`} ref={followHeight} className={styles.side}>
      {!query.isError && !isReady && <InvitationsLoading />}
      {isReady && (
        <Invitations
          events={events}
          now={now}
          viewerId={viewerId}
          exceptId={next?.event.id ?? null}
          renderAnswers={renderAnswers}
        />
      )}
      {!isBare && firstSteps}
      <div className={styles.map}>
        {query.isPending || !isAboveListLoaded ? (
          MAP_LOADING
        ) : (
          <HomeMap
            events={events}
            selectedId={selectedId}
            highlightedId={pointedId}
            onSelect={select}
            now={now}
          />
        )}
      </div>
    </div>
  );
  const list = (
    <YourEvents
      key={`events, ${stage}`}
      className={styles.events ?? ''}
      query={query}
      said={said}
      onRefresh={() => void refresh()}
      sections={sections}
      now={now}
      from={location}
      viewerId={viewerId}
      posterId={next?.event.id ?? null}
      selectedId={selectedId}
      onPoint={point}
    />
  );
  return (
    <Page title={texts.home} width="map" className={cx(styles.page, isBare && styles.bare)}>
      <PullToRefresh onRefresh={refresh} />
      <div className={styles.welcome}>
        <PageHeader
          title={name === null ? texts.welcome : texts.welcomeName(name.trim() || texts.welcomeWithoutName)}
        />
        {!query.isError && !isReady && ABOVE_LIST_LOADING}
        {isReady && next && (
          <NextEvent
            next={next}
            people={query.data.next?.event_id === next.event.id ? query.data.next : null}
            away={howFar(next.event, location)}
            viewerId={viewerId}
            renderAnswers={renderAnswers}
          />
        )}
        {isBare && firstSteps}
      </div>

      {!isBare && side}
      {list}
      {/* Not before it is known whether it is folded. */}
      {!query.isPending && <Introduction isBare={isBare} isFolded={query.data?.isRegular ?? false} />}
      {/* A map without pins tells least. */}
      {isBare && side}
      <footer className={styles.footer}>{recurring.productVersion}</footer>
    </Page>
  );
}
