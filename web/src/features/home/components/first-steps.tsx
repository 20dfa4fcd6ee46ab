import { CalendarPlus, Camera, Check, QrCode, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/home.tsx';
import { useFinishFirstSteps, type FirstStepsDone } from '../queries.ts';
import { StepWords } from './step-words.tsx';
import styles from './first-steps.module.css';

const PICTURE = '/images/covers/bonfire.png';

export type ShareLink = (look: { className: string; children: ReactNode }) => ReactNode;

type Props = {
  done: FirstStepsDone;
  /** Nothing else stands above the map: the steps are its poster. */
  withPicture: boolean;
  renderShare: ShareLink;
};

/** Source: HOME-24. */
export function FirstSteps({ done, withPicture, renderShare }: Props) {
  const { mutate: finish } = useFinishFirstSteps();
  const isComplete = done.photo && done.link && done.event;
  useEffect(() => {
    if (isComplete) finish(false);
  }, [isComplete, finish]);
  const close = useRef<HTMLButtonElement>(null);
  useLostFocus(close, focusHeading);
  const action = styles.action ?? '';
  return (
    <section aria-labelledby="first-steps" className={styles.steps}>
      {withPicture && <img className={styles.picture} src={PICTURE} alt="" />}
      <div className={styles.close}>
        <IconButton
          ref={close}
          label={texts.hideFirstSteps}
          icon={<X aria-hidden="true" />}
          onClick={() => finish(true)}
        />
      </div>
      <div className={styles.body}>
        <h2 id="first-steps" className={styles.kicker}>
          {texts.firstSteps}
        </h2>
        <p className={styles.question}>{texts.whoAreYouGoingOutWith}</p>
        <ul className={styles.list}>
          <Step isDone={done.photo} label={texts.addAPhoto}>
            <Link to="/profile" className={action}>
              <StepWords icon={Camera} label={texts.addAPhoto} hint={texts.addAPhotoText} />
            </Link>
          </Step>
          <Step isDone={done.link} label={texts.addFriends}>
            {renderShare({
              className: action,
              children: <StepWords icon={QrCode} label={texts.addFriends} hint={texts.addFriendsText} />,
            })}
          </Step>
          <Step isDone={done.event} label={texts.makeYourFirstEvent}>
            <Link to="/new-event" className={action}>
              <StepWords
                icon={CalendarPlus}
                label={texts.makeYourFirstEvent}
                hint={texts.makeYourFirstEventText}
              />
            </Link>
          </Step>
        </ul>
      </div>
    </section>
  );
}

function Step({ isDone, label, children }: { isDone: boolean; label: string; children: ReactNode }) {
  return (
    <li>
      {isDone ? (
        <span className={styles.done}>
          <Check aria-hidden="true" /> {label}
          <VisuallyHidden>{texts.done}</VisuallyHidden>
        </span>
      ) : (
        children
      )}
    </li>
  );
}
