import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { ButtonIcon } from '#web/map/frame/button-icon.ts';
import type { Caption } from './captions.ts';
import { LiveMark } from './mark.ts';
import type { Offset } from './spread.ts';
import { useMark } from './use-mark.ts';

export type MapPerson = {
  id: string;
  /** Accessible name: name, state, distance. */
  label: string;
  /** Beside the face, longest first: a first name, and when they were last seen. */
  captions: readonly string[];
  point: Point;
  /** Radius in metres. */
  accuracyM: number;
  /** Grey: no recent contact. */
  isStale: boolean;
  isRough: boolean;
};

type Props = {
  person: MapPerson;
  face: ReactNode;
  /** In px; away from others at the same place. */
  offset: Offset;
  /** What fits without covering anything; null for none. */
  caption: Caption | null;
  isSelected: boolean;
  onSelect: (id: string) => void;
};

const SIZE_PX = 44;

export function LivePerson(props: Props) {
  const { person, face, caption, isSelected, onSelect } = props;
  const [offsetX, offsetY] = props.offset;
  const { id, label, point, accuracyM, isStale, isRough, captions } = person;
  const hasRoom = caption !== null;
  const select = useEffectEvent(() => onSelect(id));

  const mark = useMark((map) => {
    const icon = new ButtonIcon('', { className: 'live-person', html: '', iconSize: [SIZE_PX, SIZE_PX] });
    const created = new LiveMark(map, point, { icon }, 'live-accuracy');
    created.marker.on('click', () => select());
    return created;
  });

  useEffect(
    () => mark?.moveTo({ latitude: point.latitude, longitude: point.longitude }),
    [mark, point.latitude, point.longitude],
  );
  useEffect(() => {
    // First, because it may draw the circle that gets the classes.
    mark?.setAccuracy(accuracyM);
    // The text inside is the accessible name; the visible mark shows less.
    mark?.element?.removeAttribute('aria-label');
    mark?.element?.setAttribute('aria-pressed', String(isSelected));
    mark?.toggle('is-selected', isSelected);
    mark?.toggle('is-stale', isStale);
    mark?.toggle('is-rough', isRough);
    mark?.toggle('is-crowded', !hasRoom);
    mark?.marker.setZIndexOffset(isSelected ? 2_000 : isStale ? 0 : 1_000);
  }, [mark, isSelected, isStale, isRough, hasRoom, accuracyM]);

  useEffect(() => mark?.setOffset(offsetX, offsetY), [mark, offsetX, offsetY]);

  const element = mark?.element;
  if (!element) return null;
  return createPortal(
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      {(offsetX !== 0 || offsetY !== 0) && (
        <span
          className="live-leader"
          aria-hidden="true"
          style={{
            width: Math.hypot(offsetX, offsetY),
            rotate: `${Math.atan2(-offsetY, -offsetX)}rad`,
          }}
        />
      )}
      <span className="live-face" aria-hidden="true">
        {face}
      </span>
      <span className="live-caption" data-side={caption?.side} dir="auto" aria-hidden="true">
        {caption?.text ?? captions[0]}
      </span>
    </>,
    element,
  );
}
