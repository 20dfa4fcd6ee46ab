import type { Notification } from '@hereabouts/contract/notifications';
import { CheckCheck } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { failureText } from '#web/lib/api/failure-text.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/notifications.tsx';
import { answersTo, type RenderAnswers } from '../answers.ts';
import { daysOf } from '../days.ts';
import { useMarkRead } from '../queries.ts';
import { useNewInVisit } from '../use-new-in-visit.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notification-days.module.css';

type Props = {
  notifications: readonly Notification[];
  /** `notifications` without what has left the list and is kept for this visit. */
  listed: readonly Notification[];
  unreadCount: number;
  /** Of `listed`. */
  readAtMs: number;
  /** Read since the page was opened. */
  isFresh: boolean;
  now: number;
  render: RenderAnswers;
  /** What is answered leaves the list, and is kept for this visit. */
  onAnswer: (notification: Notification, isKept: boolean) => void;
  children: ReactNode;
};

/** Each day with its notifications. Seeing them is reading them. Source: NOTE-01, NOTE-03. */
export function NotificationDays({
  notifications,
  listed,
  unreadCount,
  readAtMs,
  isFresh,
  now,
  render,
  onAnswer,
  children,
}: Props) {
  const { newIds, clear } = useNewInVisit(listed, unreadCount, readAtMs);
  const list = useRef<HTMLDivElement>(null);
  /** Focuses the item now at the place of a removed one, or the last. */
  const focusItem = (index: number) =>
    queueMicrotask(() => {
      const links = list.current?.querySelectorAll<HTMLElement>('li a') ?? [];
      (links[index] ?? links[links.length - 1])?.focus({ preventScroll: true });
    });
  const isNew = ({ id, is_read }: Notification) => !is_read || newIds.has(id);
  return (
    <div ref={list} className={styles.days}>
      {daysOf(notifications, now).map(({ key, label, notifications: ofDay }, day) => (
        <section key={key} aria-labelledby={`day-${key}`} className={styles.day}>
          <SectionHeading
            id={`day-${key}`}
            actions={
              day === 0 && (
                <MarkAllRead
                  upToId={notifications[0]?.id ?? 0}
                  hasNew={notifications.some(isNew)}
                  onMarked={clear}
                  onLostFocus={() => focusItem(0)}
                />
              )
            }
          >
            {label}
          </SectionHeading>
          <ul className={styles.list}>
            {ofDay.map((notification) => (
              <Item key={notification.id} onLostFocus={() => focusItem(notifications.indexOf(notification))}>
                <NotificationRow
                  notification={notification}
                  isNew={isNew(notification)}
                  now={now}
                  answers={answersTo(notification, {
                    ...render,
                    now,
                    isFresh,
                    onAnswer: (isKept) => onAnswer(notification, isKept),
                  })}
                />
              </Item>
            ))}
          </ul>
        </section>
      ))}
      {children}
    </div>
  );
}

function Item({ onLostFocus, children }: { onLostFocus: () => void; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useLostFocus(item, onLostFocus);
  return <li ref={item}>{children}</li>;
}

type MarkProps = { upToId: number; hasNew: boolean; onMarked: () => void; onLostFocus: () => void };

/** Also takes the marks off what is new in this visit. */
function MarkAllRead({ upToId, hasNew, onMarked, onLostFocus }: MarkProps) {
  const [hasMarked, setHasMarked] = useState(false);
  const { mutate, isPending } = useMarkRead();
  const mark = () =>
    mutate(upToId, {
      onSuccess() {
        setHasMarked(true);
        onMarked();
      },
      onError: (error) => showAlert(failureText(texts.markAsReadFailed, error)),
    });
  return (
    <>
      <VisuallyHidden>
        <span role="status">{hasMarked && !hasNew ? texts.allMarkedAsRead : ''}</span>
      </VisuallyHidden>
      {hasNew && <MarkButton locked={isPending} onClick={mark} onLostFocus={onLostFocus} />}
    </>
  );
}

type ButtonProps = { locked: boolean; onClick: () => void; onLostFocus: () => void };

function MarkButton({ locked, onClick, onLostFocus }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, onLostFocus);
  return (
    <Button
      ref={button}
      variant="quiet"
      size="small"
      className={styles.mark}
      icon={<CheckCheck aria-hidden="true" />}
      locked={locked}
      onClick={onClick}
    >
      {texts.markAllAsRead}
    </Button>
  );
}
