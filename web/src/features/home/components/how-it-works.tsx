import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/home.tsx';
import styles from './how-it-works.module.css';

const STEPS = [
  { title: texts.addYourFriends, text: texts.addYourFriendsText },
  { title: texts.createAnEvent, text: texts.createAnEventText },
  { title: texts.findEachOther, text: texts.findEachOtherText },
] as const;

/** Friends and events of one's own need an account (GUEST-05). */
const GUEST_STEPS = STEPS.map((step, index) =>
  index === 0 ? { ...step, text: texts.addYourFriendsGuestText } : step,
);

/** Source: HOME-14. */
export function HowItWorks({ isAnonymous }: { isAnonymous: boolean }) {
  return (
    <section aria-labelledby="how-it-works">
      <SectionHeading id="how-it-works">{texts.howItWorks}</SectionHeading>
      <ol className={styles.steps}>
        {(isAnonymous ? GUEST_STEPS : STEPS).map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
