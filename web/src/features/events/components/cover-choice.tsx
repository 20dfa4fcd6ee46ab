import { Check } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { tick } from '#web/lib/device/haptics.ts';
import * as texts from '#web/texts/event-form.tsx';
import { choiceUrl, COVERS, type CoverName } from '../covers.ts';
import type { ImageSender } from '../image-sender.ts';
import styles from './cover-choice.module.css';

type Props = {
  chosen: CoverName | null;
  loading: CoverName | null;
  sender: ImageSender;
};

/** Source: EVF-26. */
export const CoverChoice = memo(function CoverChoice({ chosen, loading, sender }: Props) {
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const list = row.current;
    const tile = list?.children[COVERS.findIndex(({ name }) => name === chosen)];
    if (!list || !(tile instanceof HTMLElement)) return;
    // Only along its row: the page stays where it is.
    list.scrollLeft = tile.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
  }, [chosen]);

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
              onClick={() => {
                tick();
                sender.loadCover(cover);
              }}
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
