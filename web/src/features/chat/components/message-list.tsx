import { Fragment, memo, useEffect, useRef } from 'react';
import { dayKey, pastDayLabel } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/chat.tsx';
import { rowsOf, type ChatBlock } from '../chat-rows.ts';
import type { MessageActing } from './message-actions.tsx';
import { MessageBubble } from './message-bubble.tsx';
import styles from './message-list.module.css';

type Common = {
  eventId: number;
  acting: MessageActing;
  dividedAt: number | null;
  /** Only its day counts. */
  now: number;
};

/** Source: CHAT-02. */
export function MessageList({ blocks, ...common }: Common & { blocks: readonly ChatBlock[] }) {
  const { dividedAt, now, ...rest } = common;
  const today = dayKey(now);
  return blocks.map((block) => {
    const last = block.messages.at(-1)?.seq ?? 0;
    // Another block's line must not make this one draw itself again.
    const isHere = dividedAt !== null && (block.previous?.seq ?? 0) < dividedAt && dividedAt <= last;
    return (
      <Block key={block.key} block={block} dividedAt={isHere ? dividedAt : null} today={today} {...rest} />
    );
  });
}

type BlockProps = Omit<Common, 'now'> & { block: ChatBlock; today: string };

const Block = memo(function Block({ block, dividedAt, today, ...rest }: BlockProps) {
  const element = useRef<HTMLDivElement>(null);
  useRestWhenFar(element);
  const now = Date.parse(`${today}T12:00`);
  const rows = rowsOf(block);
  return (
    <div ref={element} data-block="">
      {rows.map(({ message, opensDay, ...grouped }) => (
        <Fragment key={message.seq}>
          {opensDay && (
            <h2 className={styles.day}>
              <time dateTime={dayKey(message.created_at)}>{pastDayLabel(message.created_at, { now })}</time>
            </h2>
          )}
          {message.seq === dividedAt && (
            <p className={styles.divider} data-divider="">
              <span>{texts.newWord}</span>
            </p>
          )}
          <MessageBubble message={message} {...grouped} {...rest} />
        </Fragment>
      ))}
    </div>
  );
});

/** Blocks within this of the screen are drawn. */
const NEAR_PX = 1_500;
type Seen = (entry: IntersectionObserverEntry) => void;
const seen = new WeakMap<Element, Seen>();
let observer: IntersectionObserver | null = null;

/** Lets the browser skip far blocks at their measured height, so each is rendered once before. */
function useRestWhenFar(element: { current: HTMLElement | null }): void {
  useEffect(() => {
    const block = element.current;
    if (!block) return;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) seen.get(entry.target)?.(entry);
      },
      { rootMargin: `${NEAR_PX}px 0px`, scrollMargin: `${NEAR_PX}px 0px` },
    );
    seen.set(block, ({ isIntersecting, boundingClientRect }) => {
      if (!isIntersecting) block.style.containIntrinsicBlockSize = `${boundingClientRect.height}px`;
      block.style.contentVisibility = isIntersecting ? '' : 'auto';
    });
    observer.observe(block);
    return () => observer?.unobserve(block);
  }, [element]);
}
