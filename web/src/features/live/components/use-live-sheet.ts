import { useState } from 'react';
import type { SheetHeight } from '#web/ui/layout/sheet-stops.ts';

export type LiveSheet = {
  height: SheetHeight;
  setHeight: (height: SheetHeight) => void;
  /** How much of the map the sheet covers. */
  coverPx: number;
  setCoverPx: (px: number) => void;
};

export function useLiveSheet(): LiveSheet {
  const [height, setHeight] = useState<SheetHeight>('half');
  const [coverPx, setCoverPx] = useState(0);
  return { height, setHeight, coverPx, setCoverPx };
}
