import { useState } from 'react';
import { failureText } from '#web/lib/api/failure-text.ts';
import { tick } from '#web/lib/device/haptics.ts';
import { logError } from '#web/lib/log.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, coverFile, COVERS } from '../covers.ts';
import styles from './cover-choice.module.css';

const FAILED = texts.couldNotLoadThisCoverPlease;

/** Twelve drawn covers, for people without a picture. Source: EVF-26. */
export function CoverChoice({ onChoose }: { onChoose: (file: File) => void }) {
  const [loading, setLoading] = useState<string | null>(null);

  const choose = async (cover: (typeof COVERS)[number]) => {
    if (loading !== null) return;
    tick();
    setLoading(cover.name);
    try {
      onChoose(await coverFile(cover));
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
              onClick={() => void choose(cover)}
            >
              <img src={choiceUrl(cover)} alt={cover.label} width={112} height={70} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
