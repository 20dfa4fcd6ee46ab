import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import styles from './how-it-works.module.css';

const STEPS = [
  { title: 'Add your friends', text: 'Find them in Discover and send a request.' },
  { title: 'Create an event', text: 'Choose the place on the map, set the time and invite them.' },
  { title: 'Find each other', text: 'On the day, share where you are and walk straight to them.' },
] as const;

/** Source: HOME-14. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <SectionHeading id="how-it-works">How it works</SectionHeading>
      <ol className={styles.steps}>
        {STEPS.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
