import { CalendarHeart, MapPinned, MessagesSquare, ScanEye, UserRoundPlus, UsersRound } from 'lucide-react';
import { Card } from '#web/ui/layout/card.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import styles from './features.module.css';

const FEATURES = [
  {
    icon: CalendarHeart,
    title: 'Create events',
    text: 'Put a place, a time and a picture together and invite who should be there.',
  },
  {
    icon: UsersRound,
    title: 'Know who is coming',
    text: 'Everyone answers Going, Maybe or Not Going, and you see it straight away.',
  },
  {
    icon: MapPinned,
    title: 'Share your location',
    text: 'Location sharing runs only during the event window, with the friends you choose to be with.',
  },
  {
    icon: ScanEye,
    title: 'See your friends',
    text: 'The augmented-reality view of friends shows who is where over the crowd.',
  },
  {
    icon: MessagesSquare,
    title: 'Chat per event',
    text: 'One group for each event, for everyone who is invited.',
  },
  {
    icon: UserRoundPlus,
    title: 'Find people',
    text: 'Discover people you know and become friends before the day.',
  },
] as const;

/** Source: HOME-14, HOME-18. */
export function Features() {
  return (
    <section aria-labelledby="features">
      <SectionHeading id="features">What you can do here</SectionHeading>
      <ul className={styles.grid}>
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <Card as="li" key={title} className={styles.feature ?? ''}>
            <Icon aria-hidden="true" className={styles.icon} />
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </Card>
        ))}
      </ul>
    </section>
  );
}
