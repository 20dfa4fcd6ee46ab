import { Check } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { failureText } from '#web/lib/api/failure-text.ts';
import { tick } from '#web/lib/device/haptics.ts';
import { logError } from '#web/lib/log.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, coverFile, COVERS, type Cover, type CoverName } from '../covers.ts';
import styles from './cover-choice.module.css';

const FAILED = texts.loadCoverFailed;

type Props = {
  chosen: CoverName | null;
  onChoose: (name: CoverName) => void;
};

/** Source: EVF-26. */
export const CoverChoice = memo(function CoverChoice({ chosen, onChoose }: Props) {
  const [loading, setLoading] = useState<string | null>(null);
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const list = row.current;
    const tile = list?.children[COVERS.findIndex(({ name }) => name === chosen)];
    if (!list || !(tile instanceof HTMLElement)) return;
    // Only along its row: the page stays where it is.
    list.scrollLeft = tile.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
  }, [chosen]);

  const choose = async (cover: Cover) => {
    if (loading !== null) return;
    tick();
    setLoading(cover.name);
    try {
      // It is sent when the event is saved, and loads then too.
      await coverFile(cover);
      onChoose(cover.name);
    } catch (cause) {
      logError('a cover could not be loaded', cause);
      showAlert(failureText(FAILED, cause));
    } finally {
      setLoading(null);
    }
  };

  return (
    <div role="group" aria-label={texts.orChooseACover}>
      <ul ref={row} className={styles.covers}>
        {COVERS.map((cover) => (
          <li key={cover.name}>
            <button
              type="button"
              className={styles.cover}
              aria-busy={loading === cover.name || undefined}
              aria-pressed={chosen === cover.name}
              onClick={() => void choose(cover)}
            >
              <img src={choiceUrl(cover)} alt={cover.label} width={112} height={70} loading="lazy" />
              {chosen === cover.name && <Check aria-hidden="true" strokeWidth={3.5} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});
