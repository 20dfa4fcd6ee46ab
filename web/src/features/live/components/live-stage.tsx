import type { CSSProperties, ReactNode } from 'react';
import { BottomSheet } from '#web/ui/layout/bottom-sheet.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/live.tsx';
import { documentTitle } from '#web/texts/ui.tsx';
import styles from './live-stage.module.css';
import type { LiveSheet } from './use-live-sheet.ts';

type Props = {
  eventId: number;
  kicker?: string;
  /** Nothing new comes: what is shown may be old. */
  isLost?: boolean;
  isOver?: boolean;
  sheet: LiveSheet;
  label: string;
  map: ReactNode;
  head: ReactNode;
  children: ReactNode;
  /** Below all of it, where the bar of those who share is. */
  dock?: ReactNode;
};

/** A map with a sheet on it, or beside a column. Source: LIVE-14. */
export function LiveStage({
  eventId,
  kicker,
  isLost = false,
  isOver = false,
  sheet,
  label,
  map,
  head,
  children,
  dock,
}: Props) {
  return (
    <div className={styles.stage} data-lost={isLost || undefined} data-over={isOver || undefined}>
      <title>{documentTitle(kicker ? texts.liveMapOfTitle(kicker) : recurring.liveMap)}</title>
      <div className={styles.view}>
        <div className={styles.top} data-over-map="">
          <PageHeader
            kicker={kicker}
            title={recurring.liveMap}
            backTo={`/event/${eventId}`}
            backLabel={recurring.backToTheEvent}
          />
        </div>
        <div className={styles.map} style={{ '--cover': `${sheet.coverPx}px` } as CSSProperties}>
          {map}
        </div>
        <div className={styles.people}>
          <BottomSheet
            label={label}
            height={sheet.height}
            onHeight={sheet.setHeight}
            onCover={sheet.setCoverPx}
            head={<div className={styles.head}>{head}</div>}
          >
            <div className={styles.body}>{children}</div>
          </BottomSheet>
        </div>
      </div>
      {dock}
    </div>
  );
}
