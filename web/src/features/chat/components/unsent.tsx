import { use, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as texts from '#web/texts/chat.tsx';
import { readDraft, saveDraft } from '../draft.ts';
import { OutboxContext } from '../outbox-context.ts';
import { startOutbox, useOutboxEntries, type OutboxSession } from '../outbox-session.ts';
import type { OutboxEntry } from '../outbox.ts';
import { MessageText } from './message-text.tsx';
import styles from './message.module.css';

export type UnsentProps = { eventId: number; viewerId: string };

/** What was written for a chat that its writer can no longer open (CHAT-05). */
export function Unsent(props: UnsentProps) {
  const { session, start } = use(OutboxContext);
  useLayoutEffect(() => start(startOutbox), [start]);
  return session && <UnsentOfOutbox {...props} outbox={session.outbox} />;
}

function UnsentOfOutbox({ eventId, viewerId, outbox }: UnsentProps & Pick<OutboxSession, 'outbox'>) {
  const entries = useOutboxEntries(outbox).filter(
    (entry) => entry.eventId === eventId && entry.state !== 'stored',
  );
  return (
    <UnsentTexts
      draftKey={`${viewerId}.${eventId}`}
      entries={entries}
      onDiscard={(id) => outbox.remove([id])}
    />
  );
}

type TextsProps = { draftKey: string; entries: readonly OutboxEntry[]; onDiscard: (id: string) => void };

export function UnsentTexts({ draftKey, entries, onDiscard }: TextsProps) {
  const [draft, setDraft] = useState(() => readDraft(draftKey));
  if (entries.length === 0 && draft === '') return null;
  const discardDraft = () => {
    saveDraft(draftKey, '');
    setDraft('');
  };
  return (
    <section aria-labelledby="unsent">
      <SectionHeading id="unsent">{texts.notSent}</SectionHeading>
      {entries.map(({ id, message }) => (
        <UnsentText key={id} text={message} onDiscard={() => onDiscard(id)} />
      ))}
      {draft !== '' && <UnsentText text={draft} onDiscard={discardDraft} />}
    </section>
  );
}

function UnsentText({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  useLostFocus(row, focusHeading);
  return (
    <div ref={row} className={cx(styles.row, styles.own, styles.opens, styles.closes)}>
      <div className={styles.stack}>
        <div className={cx(styles.bubble, styles.failed)}>
          <MessageText text={text} />
        </div>
        <div className={styles.failure}>
          <Button variant="quiet" size="small" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </div>
      </div>
    </div>
  );
}
