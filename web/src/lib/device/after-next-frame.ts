/** For slow work: the next frame, which shows the press, is drawn first. */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
