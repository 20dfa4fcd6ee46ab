import { ArrowLeft } from 'lucide-react';
import { createContext, use, useRef, type ReactNode } from 'react';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { IconLink } from '#web/ui/buttons/icon-button.tsx';
import * as texts from '#web/texts/ui.tsx';
import styles from './page-header.module.css';

/** Page headers' corner on phones, where the app's header is hidden. */
export const PageCorner = createContext<ReactNode>(null);

type Props = {
  title: ReactNode;
  kicker?: ReactNode;
  backTo?: string;
  backLabel?: string;
  actions?: ReactNode;
};

/** The heading takes the focus when one arrives from within the app. */
export function PageHeader({ title, kicker, backTo, backLabel = texts.back, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading);
  const corner = use(PageCorner);
  return (
    <header className={styles.header}>
      {backTo ? (
        <IconLink
          to={backTo}
          label={backLabel}
          icon={<ArrowLeft aria-hidden="true" />}
          className={styles.back ?? ''}
        />
      ) : null}
      <div className={styles.titles}>
        {kicker ? <p className={styles.kicker}>{kicker}</p> : null}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      </div>
      {corner ? <div className={styles.corner}>{corner}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
