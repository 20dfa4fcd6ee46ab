import { useRef, type ReactNode } from 'react';
import { canStoreSession } from '#web/auth/stored-session.ts';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Wordmark } from '#web/ui/pictures/mark.tsx';
import * as texts from '#web/texts/account.tsx';
import styles from './account-frame.module.css';

type Props = {
  heading: string;
  documentTitle: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** What the sheet lies on, if not plain paper. */
  background?: ReactNode;
};

export function AccountFrame({ heading, documentTitle, lead, children, footer, background }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(title);
  return (
    <div className={styles.frame}>
      <title>{documentTitle}</title>
      <header className={styles.picture}>
        <Wordmark size={40} className={styles.wordmark ?? ''} />
        <p className={styles.promise}>{texts.promise}</p>
      </header>
      <main className={styles.sheet}>
        <div className={styles.column}>
          <div className={styles.titles}>
            <h1 ref={title} tabIndex={-1} className={styles.heading}>
              {heading}
            </h1>
            {lead ? <p className={styles.lead}>{lead}</p> : null}
          </div>
          {canStoreSession() ? null : <FormBanner tone="info">{texts.storageBlocked}</FormBanner>}
          {children}
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </div>
        {background}
      </main>
    </div>
  );
}
