import { Camera, CalendarPlus, Check, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { useFinishFirstSteps, type FirstStepsDone } from '../queries.ts';
import styles from './first-steps.module.css';

type Props = {
  done: FirstStepsDone;
  /** Opens the person's link; friend links are another feature's. */
  share: ReactNode;
};

/** What makes the app useful, checked off by itself. Source: HOME-24. */
export function FirstSteps({ done, share }: Props) {
  const { mutate: finish } = useFinishFirstSteps();
  const isComplete = done.photo && done.link && done.event;
  useEffect(() => {
    if (isComplete) finish();
  }, [isComplete, finish]);
  return (
    <section aria-labelledby="first-steps" className={styles.steps}>
      <SectionHeading
        id="first-steps"
        actions={
          <IconButton label="Hide first steps" icon={<X aria-hidden="true" />} onClick={() => finish()} />
        }
      >
        First steps
      </SectionHeading>
      <ul className={styles.list}>
        <Step isDone={done.photo} label="Add a photo">
          <Link to="/profile" className={styles.action}>
            <Camera aria-hidden="true" /> Add a photo
          </Link>
        </Step>
        <Step isDone={done.link} label="Share your link">
          {share}
        </Step>
        <Step isDone={done.event} label="Make your first event">
          <Link to="/new-event" className={styles.action}>
            <CalendarPlus aria-hidden="true" /> Make your first event
          </Link>
        </Step>
      </ul>
    </section>
  );
}

function Step({ isDone, label, children }: { isDone: boolean; label: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      {isDone ? (
        <span className={styles.done}>
          <Check aria-hidden="true" /> {label}
          <VisuallyHidden>, done</VisuallyHidden>
        </span>
      ) : (
        children
      )}
    </li>
  );
}
