/** In Chrome, Edge and Samsung Internet. */
type BatteryManager = EventTarget & { level: number; charging: boolean };

const LOW_FROM = 0.2;

/** Calls back at first and on changes, until stopped; a low battery that is charging does not count as low. */
export function watchBattery(onChange: (isLow: boolean) => void): () => void {
  let stop = () => {};
  let stopped = false;
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> };
  void getBattery?.call(navigator).then(
    (battery) => {
      if (stopped) return;
      const notify = () => onChange(battery.level <= LOW_FROM && !battery.charging);
      battery.addEventListener('levelchange', notify);
      battery.addEventListener('chargingchange', notify);
      stop = () => {
        battery.removeEventListener('levelchange', notify);
        battery.removeEventListener('chargingchange', notify);
      };
      notify();
    },
    // A browser may have it and still refuse it.
    () => {},
  );
  return () => {
    stopped = true;
    stop();
  };
}
