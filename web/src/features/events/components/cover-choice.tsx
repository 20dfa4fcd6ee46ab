import { useState } from 'react';
import { failureText } from '#web/lib/api/failure-text.ts';
import { tick } from '#web/lib/device/haptics.ts';
import { logError } from '#web/lib/log.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, coverFile, COVERS, type CoverName } from '../covers.ts';
import styles from './cover-choice.module.css';

const FAILED = texts.couldNotLoadThisCoverPlease;

type Props = {
  /** The cover that the picture is, if it is one. */
  chosen: CoverName | null;
  onChoose: (name: CoverName, file: File) => void;
};

/** Twelve drawn covers, for people without a picture. Source: EVF-26. */
export function CoverChoice({ chosen, onChoose }: Props) {
  const [loading, setLoading] = useState<string | null>(null);

  const choose = async (cover: (typeof COVERS)[number], tile: Element) => {
    if (loading !== null) return;
    tick();
    // In its row; the tiles before it are about to become more.
    tile.scrollIntoView({ block: 'nearest', inline: 'center' });
    setLoading(cover.name);
    try {
      onChoose(cover.name, await coverFile(cover));
    } catch (cause) {
      logError('a cover could not be loaded', cause);
      showAlert(failureText(FAILED, cause));
    } finally {
      setLoading(null);
    }
  };

  return (
    <div role="group" aria-label={texts.orChooseACover}>
      <ul className={styles.covers}>
        {COVERS.map((cover) => (
          <li key={cover.name}>
            <button
              type="button"
              className={styles.cover}
              aria-busy={loading === cover.name || undefined}
              aria-pressed={chosen === cover.name}
              onClick={(event) => void choose(cover, event.currentTarget)}
            >
              <img src={choiceUrl(cover)} alt={cover.label} width={112} height={70} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
