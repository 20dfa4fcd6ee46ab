import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';
import styles from './qr-code.module.css';

/** Ink on paper in every theme: many readers do not see a light code on a dark ground. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path className={styles.modules} d={path} />
    </svg>
  );
}
