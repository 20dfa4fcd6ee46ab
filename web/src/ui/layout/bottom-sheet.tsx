import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/ui.tsx';
import styles from './bottom-sheet.module.css';
import { SheetMotion } from './sheet-motion.ts';
import { heightBeside, type SheetHeight } from './sheet-stops.ts';

type Props = {
  label: string;
  height: SheetHeight;
  onHeight: (height: SheetHeight) => void;
  onCover: (px: number) => void;
  /** Always in sight; the sheet is dragged by it. */
  head: ReactNode;
  children: ReactNode;
};

const WORDS: Record<SheetHeight, string> = {
  peek: texts.sheetLow,
  half: texts.sheetHalf,
  full: texts.sheetFull,
};
const KEYS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowDown: -1 };

/** On a phone over the lower part of its page, at one of three heights; elsewhere a column beside it. Source: LIVE-14. */
export function BottomSheet({ label, height, onHeight, onCover, head: top, children }: Props) {
  const sheet = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const motion = useRef<SheetMotion | null>(null);
  const [told, setTold] = useState('');

  const take = useEffectEvent((to: SheetHeight) => onHeight(to));
  const cover = useEffectEvent((px: number) => onCover(px));
  const start = useEffectEvent(() => {
    if (!sheet.current || !head.current || !body.current) return null;
    const parts = { sheet: sheet.current, head: head.current, body: body.current };
    return new SheetMotion(parts, height, {
      onHeight: (to) => take(to),
      onCover: (px) => cover(px),
    });
  });
  useLayoutEffect(() => {
    const started = start();
    motion.current = started;
    return () => started?.remove();
  }, []);
  useEffect(() => motion.current?.setHeight(height), [height]);

  function change(to: SheetHeight) {
    onHeight(to);
    setTold(texts.sheetHeight(WORDS[to]));
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(heightBeside(height, step));
  }

  return (
    <section ref={sheet} className={styles.sheet} aria-label={label} data-sheet>
      <div ref={head} className={styles.head}>
        <button
          type="button"
          className={styles.handle}
          aria-label={texts.sheetHeightHelp(WORDS[height])}
          onKeyDown={onKeyDown}
          onClick={() => change(height === 'full' ? 'peek' : heightBeside(height, 1))}
        />
        <VisuallyHidden>
          <span role="status">{told}</span>
        </VisuallyHidden>
        {top}
      </div>
      <div
        ref={body}
        className={styles.body}
        // By the keyboard, what has the focus is to be seen.
        onFocus={({ target }) => height === 'peek' && target.matches(':focus-visible') && change('half')}
      >
        {children}
      </div>
    </section>
  );
}
