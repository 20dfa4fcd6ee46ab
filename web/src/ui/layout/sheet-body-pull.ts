/** Less has no direction yet. */
const BEGINS_PX = 6;

type Pull = {
  isFull: () => boolean;
  begin: (pointerId: number, y: number, atMs: number) => void;
  follow: (y: number, atMs: number) => void;
  end: (y: number, atMs: number) => void;
  cancel: () => void;
};

/** Scrolls the list, and moves the sheet where there is nothing to scroll that way. By touch events: pointer events end where
 * the browser begins to scroll. */
export function bodyPull(body: HTMLElement, pull: Pull): () => void {
  /** Null until the finger has a direction. */
  let isOurs: boolean | null = false;
  let startY = 0;
  const onStart = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    // A second finger ends what the first began.
    if (isOurs) pull.cancel();
    isOurs = touches.length === 1 ? null : false;
    startY = touch?.clientY ?? 0;
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || isOurs === false) return;
    const downPx = touch.clientY - startY;
    if (isOurs === null) {
      if (Math.abs(downPx) < BEGINS_PX) return;
      isOurs = event.cancelable && (downPx > 0 ? body.scrollTop <= 0 : !pull.isFull());
      if (!isOurs) return;
      pull.begin(touch.identifier, startY, event.timeStamp);
    }
    if (event.cancelable) event.preventDefault();
    pull.follow(touch.clientY, event.timeStamp);
  };
  const onEnd = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    if (isOurs && touch) pull.end(touch.clientY, event.timeStamp);
    isOurs = false;
  };
  const onCancel = () => {
    if (isOurs) pull.cancel();
    isOurs = false;
  };
  body.addEventListener('touchstart', onStart, { passive: true });
  body.addEventListener('touchmove', onMove, { passive: false });
  body.addEventListener('touchend', onEnd);
  body.addEventListener('touchcancel', onCancel);
  return () => {
    body.removeEventListener('touchstart', onStart);
    body.removeEventListener('touchmove', onMove);
    body.removeEventListener('touchend', onEnd);
    body.removeEventListener('touchcancel', onCancel);
  };
}
