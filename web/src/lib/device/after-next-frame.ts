/** Runs what takes a slow phone several frames once the next frame, which shows that something was pressed, has been drawn. */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
