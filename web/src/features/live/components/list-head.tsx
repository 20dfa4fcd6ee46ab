import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatEventStart } from '#web/lib/time/dates.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/live.tsx';
import styles from './list-head.module.css';

type Props = { title: string; live: LiveEvent; isGuest: boolean; actions: ReactNode };

/** What the list is of, and how things are, in one line that is in sight at each height. */
export function ListHead({ title, live, isGuest, actions }: Props) {
  const isLost = live.connection === 'lost';
  const line = lineText(live, isGuest);
  return (
    <div>
      <SectionHeading actions={actions}>{title}</SectionHeading>
      {isLost ? (
        <p className={styles.lost} role="status">
          <WifiOff aria-hidden="true" />
          <span>{texts.connectionLostWhatYouSeeMay}</span>
        </p>
      ) : (
        line !== null && <p className={styles.line}>{line}</p>
      )}
    </div>
  );
}

function lineText({ phase, page, friends, own, connection }: LiveEvent, isGuest: boolean): string | null {
  if (isGuest) return page.event.location_name;
  if (phase !== 'running') return texts.youAndYourFriendsCanShare(formatEventStart(page.event));
  // The list says so itself.
  if (friends.length === 0) return null;
  if (connection === 'joining') return 'Connecting...';
  const sharing = friends.filter(({ isSharing }) => isSharing).length;
  if (sharing === 0) return texts.noneOfYourFriendsAreSharing;
  const count = texts.sharingOfFriendsCountSharing(sharing, friends.length);
  return own.fix === null ? texts.countSortedByNameTurnOn(count) : texts.countNearestFirst(count);
}
