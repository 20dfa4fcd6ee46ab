import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { ButtonIcon } from '#web/map/frame/button-icon.ts';
import * as texts from '#web/texts/maps.tsx';
import { LiveMark } from './mark.ts';
import type { Offset } from './spread.ts';
import { useMap } from '#web/map/frame/map-context.ts';
import { useMark } from './use-mark.ts';

type Props = {
  point: Point;
  /** In pixels. */
  offset: Offset;
  members: readonly { id: string; point: Point }[];
  renderFace: (id: string) => ReactNode;
  onNearer: (points: readonly Point[]) => void;
};

const SIZE_PX = 60;
const FACES = 3;
const ABOVE_FACES = 1_500;

/** Friends too dense to draw separately; a press zooms in. */
export function LiveCrowd({ point, offset: [offsetX, offsetY], members, renderFace, onNearer }: Props) {
  const map = useMap();
  const { latitude, longitude } = point;

  const goNearer = useEffectEvent(() => onNearer(members.map((member) => member.point)));

  const mark = useMark(() => {
    const icon = new ButtonIcon('', { className: 'live-crowd', html: '', iconSize: [SIZE_PX, SIZE_PX] });
    const created = new LiveMark(map, point, { icon, zIndexOffset: ABOVE_FACES }, null);
    created.marker.on('click', () => goNearer());
    return created;
  });

  useEffect(() => mark?.moveTo({ latitude, longitude }), [mark, latitude, longitude]);
  // The text inside is the accessible name; the visible mark shows less.
  useEffect(() => mark?.element?.removeAttribute('aria-label'), [mark]);
  useEffect(() => mark?.setOffset(offsetX, offsetY), [mark, offsetX, offsetY]);

  const element = mark?.element;
  if (!element) return null;
  return createPortal(
    <>
      <VisuallyHidden>{texts.friendsCloseTogether(members.length)}</VisuallyHidden>
      <span className="live-crowd-faces" aria-hidden="true">
        {members.slice(0, FACES).map(({ id }) => (
          <span key={id} className="live-crowd-face">
            {renderFace(id)}
          </span>
        ))}
      </span>
      <span className="live-caption" aria-hidden="true">
        {texts.friendsCount(members.length)}
      </span>
    </>,
    element,
  );
}
