import { useEffect, useRef, useState } from 'react';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/ui.tsx';
import type { Party, PartyAnswer } from './answer-buttons.tsx';
import { Button } from './button.tsx';
import styles from './answer-buttons.module.css';

export const WAIT = recurring.joinTheWaitingList;

type Props = {
  party: Party;
  isGoing: boolean;
  isSending: boolean;
  onAnswer: (answer: PartyAnswer) => void;
  /** It has been opened by a press. */
  autoFocus: boolean;
};

/** Source: HOST-03, HOST-04, HOST-08. */
export function PartyQuestion({ party, isGoing, isSending, onAnswer, autoFocus }: Props) {
  const { free, bringMax, brings, isWaiting } = party;
  const [chosen, setChosen] = useState(brings);
  const box = useRef<HTMLDivElement>(null);
  // With the button that answers, which is below what has the focus.
  useEffect(() => {
    if (autoFocus) box.current?.scrollIntoView({ block: 'nearest' });
  }, [autoFocus]);
  const fits = (count: number) => (isGoing ? count <= brings + Math.max(0, free) : 1 + count <= free);
  const has = isGoing || isWaiting;
  const most = isWaiting ? brings : Math.max(bringMax, brings);
  const counts = Array.from({ length: most + 1 }, (_, count) => count).filter(
    (count) => !isGoing || count <= brings || fits(count),
  );
  const label = has ? recurring.save : fits(chosen) ? goingWith(chosen) : WAIT;
  // Nothing to choose from: who is going alone where it is full, or waits alone.
  if (has && counts.length === 1) return null;
  return (
    <div ref={box} className={styles.party}>
      <SelectField
        label={texts.howManyAreYouBringing}
        autoFocus={autoFocus}
        value={`${chosen}`}
        options={counts.map((count) => ({
          value: `${count}`,
          label: count === 0 ? recurring.nobody : `${count}`,
        }))}
        onChange={(value) => setChosen(Number(value))}
      />
      {(!has || chosen !== brings) && (
        <Button
          locked={isSending}
          onClick={() =>
            onAnswer({ status: 'accepted', brings: chosen, ...(!isGoing && !fits(chosen) && { wait: true }) })
          }
        >
          {label}
        </Button>
      )}
    </div>
  );
}

const goingWith = (count: number): string => (count === 0 ? texts.goingAlone : texts.goingWithCount(count));
