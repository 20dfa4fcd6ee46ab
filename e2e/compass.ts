import type { Page } from 'playwright-core';

/** What a phone with a compass lets a page have. */
export const PHONE_SENSORS = ['accelerometer', 'gyroscope', 'magnetometer'];

/** A hand is never still; and a compass that says the same again and again says nothing. */
const JITTER_DEG = 0.02;
const SPEAKS_EVERY_MS = 100;

export type Compass = {
  /**
   * Turns the phone, held upright before the person unless tilted.
   * @param pitchDeg how far its back looks above the horizon
   * @param rollDeg how far its top leans to the right
   */
  face(headingDeg: number, pitchDeg?: number, rollDeg?: number): Promise<void>;
  /** It is there and says nothing any more, until the phone is turned again. */
  fallSilent(): void;
};

/** Gives the page's device a compass, from its next use of it on. */
export async function giveCompass(page: Page, headingDeg: number): Promise<Compass> {
  const devtools = await page.context().newCDPSession(page);
  const type = 'absolute-orientation' as const;
  await devtools.send('Emulation.setSensorOverrideEnabled', {
    enabled: true,
    type,
    metadata: { available: true },
  });
  let [heading, pitch, roll, jitter] = [headingDeg, 0, 0, JITTER_DEG];
  const speak = async () => {
    jitter = -jitter;
    const quaternion = quaternionOf(heading + jitter, pitch, roll);
    await devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { quaternion } });
  };
  let timer: NodeJS.Timeout | undefined;
  const fallSilent = () => {
    clearInterval(timer);
    timer = undefined;
  };
  // The page may be closed between two readings.
  const goOn = () => void (timer ??= setInterval(() => void speak().catch(fallSilent), SPEAKS_EVERY_MS));
  page.once('close', fallSilent);
  goOn();
  return {
    async face(to, pitchDeg = 0, rollDeg = 0) {
      [heading, pitch, roll] = [to, pitchDeg, rollDeg];
      await speak();
      goOn();
    },
    fallSilent,
  };
}

/** Turned about the vertical against the clock, then raised about the right-hand edge (90° is upright), then leant. */
function quaternionOf(headingDeg: number, pitchDeg: number, rollDeg: number) {
  const half = (degrees: number) => (degrees * Math.PI) / 360;
  const [turn, raise, lean] = [half(-headingDeg), half(90 + pitchDeg), half(-rollDeg)];
  const [x, y] = [Math.cos(turn) * Math.sin(raise), Math.sin(turn) * Math.sin(raise)];
  const [z, w] = [Math.sin(turn) * Math.cos(raise), Math.cos(turn) * Math.cos(raise)];
  const [sin, cos] = [Math.sin(lean), Math.cos(lean)];
  return { x: x * cos + y * sin, y: y * cos - x * sin, z: z * cos + w * sin, w: w * cos - z * sin };
}
