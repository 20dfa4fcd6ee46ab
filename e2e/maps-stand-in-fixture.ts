import { test as journey } from './fixtures.ts';
import { startMapsStandIn } from './maps-stand-in.ts';

/** A maps service of the test's own; whether the product knows of it says its `settings`. */
export const test = journey.extend('maps', { scope: 'file' }, async ({}, { onCleanup }) => {
  const maps = await startMapsStandIn();
  onCleanup(() => maps.stop());
  return maps;
});
