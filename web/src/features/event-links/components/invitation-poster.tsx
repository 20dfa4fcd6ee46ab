import { ArrowLeft } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { IconLink } from '#web/ui/buttons/icon-button.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageCorner } from '#web/ui/layout/page-header.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './invitation.module.css';

type Props = { hasWayBack: boolean; picture: ReactNode; children: ReactNode };

/** The picture up to the top of a phone's screen; on it the way back of those who are signed in, or the product's mark. */
export function InvitationPoster({ hasWayBack, picture, children }: Props) {
  const corner = use(PageCorner);
  return (
    <Card flush className={styles.card ?? ''}>
      <div className={styles.poster} data-poster="">
        {picture}
        {hasWayBack && (
          <div className={styles.over}>
            <IconLink
              to="/"
              label={recurring.backToHome}
              tone="filled"
              icon={<ArrowLeft aria-hidden="true" />}
            />
            {corner && <div className={styles.corner}>{corner}</div>}
          </div>
        )}
      </div>
      {children}
    </Card>
  );
}

export const InvitationSkeleton = ({ hasWayBack }: Pick<Props, 'hasWayBack'>) => (
  <InvitationPoster
    hasWayBack={hasWayBack}
    picture={<Skeleton shape="block" className={styles.picture ?? ''} />}
  >
    <div className={styles.body}>
      <Loading label={recurring.loading}>
        <Skeleton shape="block" height="20rem" />
      </Loading>
    </div>
  </InvitationPoster>
);
