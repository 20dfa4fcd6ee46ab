import { DivIcon } from 'leaflet';
import { useEffect } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import * as texts from '#web/texts/maps.tsx';
import { LiveMark } from './mark.ts';
import { useMark } from './use-mark.ts';

const SIZE_PX = 26;
const BELOW_FRIENDS = -500;

/** Ripples while friends see it. */
export function LiveOwn({
  point,
  accuracyM,
  isShared = false,
}: {
  point: Point;
  accuracyM: number;
  isShared?: boolean;
}) {
  const mark = useMark((map) => {
    const icon = new DivIcon({
      className: 'my-location live-own',
      html: '<span></span>',
      iconSize: [SIZE_PX, SIZE_PX],
    });
    const options = { icon, interactive: false, zIndexOffset: BELOW_FRIENDS };
    const created = new LiveMark(map, point, options, 'my-location-accuracy');
    created.element?.setAttribute('role', 'img');
    created.element?.setAttribute('aria-label', texts.yourLocation);
    return created;
  });

  useEffect(() => mark?.setAccuracy(accuracyM), [mark, accuracyM]);
  useEffect(() => mark?.toggle('is-shared', isShared), [mark, isShared]);
  useEffect(
    () => mark?.moveTo({ latitude: point.latitude, longitude: point.longitude }),
    [mark, point.latitude, point.longitude],
  );
  return null;
}
