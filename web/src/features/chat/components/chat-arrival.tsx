import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { AroundChat } from './around-chat.tsx';
import styles from '../chat-page.module.css';

/** While the chat is being read. Source: CHAT-01, EVD-15. */
export function ChatArrival(props: { eventId: number; title: string | undefined }) {
  return (
    <AroundChat {...props}>
      <Loading label={recurring.loadingMessages}>
        <div className={styles.loading}>
          {['58%', '42%', '66%', '34%', '52%'].map((width) => (
            <Skeleton key={width} shape="block" width={width} height="44px" />
          ))}
        </div>
      </Loading>
    </AroundChat>
  );
}
