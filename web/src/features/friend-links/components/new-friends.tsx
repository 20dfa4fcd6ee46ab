import { userTopic } from '@hereabouts/contract/realtime';
import { NO_NAME, userRoutes, type UserProfile } from '@hereabouts/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '#web/lib/api/api.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import * as texts from '#web/texts/friend-links.tsx';
import styles from './new-friends.module.css';

/** Says who has just become a friend, while the code is shown; until then what it is given. */
export function NewFriends({ viewerId, children }: { viewerId: string; children: ReactNode }) {
  const client = useQueryClient();
  const [friends, setFriends] = useState<readonly UserProfile[]>([]);

  const read = async (userId: string) => {
    const person = await client.fetchQuery({
      queryKey: ['user', userId],
      queryFn: ({ signal }) => call(userRoutes.getUser, { params: { userId } }, { signal }),
      staleTime: 0,
    });
    setFriends((before) => {
      const others = before.filter(({ id }) => id !== userId);
      return person.relationship === 'friends' ? [...others, person] : others;
    });
  };
  useTopic(viewerId === '' ? null : userTopic(viewerId), {
    // The query cache has logged a failure; the contacts show the friend all the same.
    on: { friendship_changed: ({ user_id }) => void read(user_id).catch(() => {}) },
  });

  const latest = friends.at(-1);
  const more = friends.length - 1;
  return (
    // As high with news as without: nothing moves under a finger.
    <div className={styles.line}>
      <p className={styles.news} role="status">
        {latest ? (
          <>
            <UserRoundCheck aria-hidden="true" />
            <span>
              <bdi>{latest.name || NO_NAME}</bdi>
              {more > 0 ? texts.andMoreAreFriends(more) : texts.isNowYourFriend}
            </span>
          </>
        ) : null}
      </p>
      {latest ? null : <p className={styles.text}>{children}</p>}
    </div>
  );
}
