type Times = { start_time: string; end_time: string };

/** An event runs from its start to its end, both included (HOME-10, LIVE-01). */
export const hasStarted = (event: Pick<Times, 'start_time'>, nowMs: number): boolean =>
  nowMs >= Date.parse(event.start_time);

export const hasEnded = (event: Pick<Times, 'end_time'>, nowMs: number): boolean =>
  nowMs > Date.parse(event.end_time);
