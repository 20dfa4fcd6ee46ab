import { userTopic } from '@hereabouts/contract/realtime';
import { personName, userRoutes, type UserProfile } from '@hereabouts/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '#web/lib/api/api.ts';
import { onHint } from '#web/lib/api/hints.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import * as texts from '#web/texts/friend-links.tsx';
import styles from './new-friends.module.css';

/** Anybody can cause hints over and over; a party scans the code one after the other. */
const CALMS_TO_MS = 8_000;
const READ_AT_ONCE = 5;

/** Shows `children` until somebody becomes a friend. */
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
  const changed = useRef(new Set<string>());
  const readChanged = () => {
    const userIds = [...changed.current].slice(-READ_AT_ONCE);
    changed.current.clear();
    // The query cache has logged a failure; the contacts show the friend all the same.
    return Promise.allSettled(userIds.map(read));
  };
  useTopic(viewerId === '' ? null : userTopic(viewerId), {
    on: {
      friendship_changed({ user_id }) {
        changed.current.add(user_id);
        onHint(client, 'new friends', readChanged, { calmsToMs: CALMS_TO_MS });
      },
    },
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
              <bdi>{personName(latest)}</bdi>
              {more > 0 ? texts.andMoreAreFriends(more) : texts.isNowYourFriend}
            </span>
          </>
        ) : null}
      </p>
      {latest ? null : <p className={styles.text}>{children}</p>}
    </div>
  );
}
