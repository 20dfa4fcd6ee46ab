import { ChevronDown, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { formatEventStart } from '#web/lib/time/dates.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { untilText } from '#web/live/live-texts.ts';
import { currentFix } from '#web/live/current-fix.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/live.tsx';
import button from '#web/ui/buttons/text-button.module.css';
import styles from './list-head.module.css';
import { focusOwnPosition } from './own-position-note.tsx';

type Props = { title: string; live: LiveEvent; isAnonymous: boolean; actions: ReactNode };

/** The list's title and state in one line, visible at each height. */
export function ListHead({ title, live, isAnonymous, actions }: Props) {
  const isBefore = live.phase === 'before';
  const { count, order, line, leads } = wordsOf(live, isAnonymous);
  return (
    <div className={styles.head} data-before={isBefore || undefined}>
      {isBefore && <Countdown live={live} />}
      <h2 className={styles.title}>{title}</h2>
      {actions && <div className={styles.actions}>{actions}</div>}
      {live.connection === 'lost' ? (
        <p className={styles.lost} role="status">
          <WifiOff aria-hidden="true" />
          <span>{texts.connectionLost}</span>
        </p>
      ) : (
        <p className={styles.words}>
          {count && <span className={styles.count}>{count}</span>}
          {order && <VisuallyHidden>{order}</VisuallyHidden>}
          {leads ? (
            <button type="button" className={cx(button.textButton, styles.leads)} onClick={focusOwnPosition}>
              {line}
              <ChevronDown aria-hidden="true" />
            </button>
          ) : (
            line && <span className={styles.line}>{line}</span>
          )}
        </p>
      )}
    </div>
  );
}

/** By the server's clock. */
function Countdown({ live: { page, nowMs } }: { live: LiveEvent }) {
  return (
    <p className={styles.countdown}>
      {texts.startsIn}{' '}
      <span className={styles.until}>{untilText(Date.parse(page.event.start_time) - nowMs)}</span>
    </p>
  );
}

type Words = {
  count?: string;
  /** For screen readers: others see it by looking at the list. */
  order?: string;
  line?: string | undefined;
  /** The line leads to where one's own location is turned on. */
  leads?: boolean;
};

function wordsOf({ phase, page, friends, own, connection }: LiveEvent, isAnonymous: boolean): Words {
  if (isAnonymous) return { line: page.event.location_name };
  if (phase !== 'running') return { line: texts.sharingOpensAt(formatEventStart(page.event)) };
  // The list says so itself.
  if (friends.length === 0) return {};
  if (connection === 'joining') return { line: texts.connecting };
  const sharing = friends.filter(({ isSharing }) => isSharing).length;
  if (sharing === 0) return { line: texts.noFriendIsSharing };
  const count = texts.sharingCount(sharing, friends.length);
  if (currentFix(own) !== null) return { count, order: texts.nearestFirst };
  const leads = own.status === 'unasked';
  const isAnybodySeen = friends.some(({ position }) => position !== null);
  // It is on while the device is being found.
  const line =
    leads || (isAnybodySeen && own.status !== 'searching') ? texts.turnOnLocationForDistances : undefined;
  return { count, order: texts.sortedByName, line, leads };
}
