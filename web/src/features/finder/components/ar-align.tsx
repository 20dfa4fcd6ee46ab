import { Compass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import * as texts from '#web/texts/finder.tsx';
import styles from './ar-align.module.css';
import buttons from './ar-button.module.css';

type Props = {
  /** How far everything is turned; positive: to the right. */
  alignDeg: number;
  onAlign: (deg: number) => void;
};

const ALIGN_MAX_DEG = 90;
/** Hidden this long after the last change. */
const SHOWN_MS = 6_000;

export function ArAlign({ alignDeg, onAlign }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [knownDeg, setKnownDeg] = useState(alignDeg);
  const panel = useRef<HTMLDivElement>(null);
  if (knownDeg !== alignDeg) {
    setKnownDeg(alignDeg);
    setIsOpen(true);
  }
  useEffect(() => {
    if (!isOpen) return;
    let stop = () => {};
    const wait = () => {
      // Not from under somebody's keyboard.
      stop = webClock.after(SHOWN_MS, () =>
        panel.current?.querySelector(':focus-visible') ? wait() : setIsOpen(false),
      );
    };
    wait();
    return () => stop();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change shows it for as long again
  }, [isOpen, alignDeg]);
  return (
    <div className={styles.align}>
      {isOpen && (
        <div ref={panel} id="ar-align" className={styles.panel}>
          <label className={styles.label}>
            <span>{texts.slideToAlign}</span>
            <input
              type="range"
              min={-ALIGN_MAX_DEG}
              max={ALIGN_MAX_DEG}
              value={Math.round(alignDeg)}
              aria-valuetext={alignText(alignDeg)}
              onChange={({ target }) => onAlign(Number(target.value))}
            />
          </label>
          <button
            type="button"
            className={buttons.pill}
            aria-disabled={alignDeg === 0 || undefined}
            onClick={() => onAlign(0)}
          >
            {texts.reset}
          </button>
        </div>
      )}
      <button
        type="button"
        className={isOpen ? buttons.round : buttons.pill}
        aria-label={texts.alignTheCompass}
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'ar-align' : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Compass aria-hidden="true" />
        {/* Beside the slide there is no room for its words. */}
        {!isOpen && texts.alignTheCompass}
      </button>
    </div>
  );
}

function alignText(alignDeg: number): string {
  const degrees = Math.abs(Math.round(alignDeg));
  if (degrees === 0) return texts.unaligned;
  return texts.alignedBy(degrees, alignDeg);
}
