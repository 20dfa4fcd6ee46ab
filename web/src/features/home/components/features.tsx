import { CalendarHeart, MapPinned, MessagesSquare, ScanEye, UserRoundPlus, UsersRound } from 'lucide-react';
import { Card } from '#web/ui/layout/card.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/home.tsx';
import styles from './features.module.css';

const FEATURES = [
  {
    icon: CalendarHeart,
    title: texts.createEvents,
    text: texts.createEventsText,
  },
  {
    icon: UsersRound,
    title: texts.knowWhoIsComing,
    text: texts.knowWhoIsComingText,
  },
  {
    icon: MapPinned,
    title: texts.shareYourLocation,
    text: texts.shareYourLocationText,
  },
  {
    icon: ScanEye,
    title: texts.seeYourFriends,
    text: texts.seeYourFriendsText,
  },
  {
    icon: MessagesSquare,
    title: texts.chatPerEvent,
    text: texts.chatPerEventText,
  },
  {
    icon: UserRoundPlus,
    title: texts.findPeople,
    text: texts.findPeopleText,
  },
] as const;

/** Source: HOME-14, HOME-18. */
export function Features({ isAnonymous }: { isAnonymous: boolean }) {
  return (
    <section aria-labelledby="features">
      <SectionHeading id="features">
        {isAnonymous ? texts.whatYouCanDoWithAnAccount : texts.whatYouCanDoHere}
      </SectionHeading>
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
