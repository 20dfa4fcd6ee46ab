import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { newPerson } from './person.ts';

test.for(['no-preference', 'reduce'] as const)(
  'HOME-08 pulling down on a touch screen refreshes the list and says so (motion: %s)',
  async (reducedMotion, { product, visit }) => {
    const second = await visit(await newPerson(product, 'Finn'), { hasTouch: true, reducedMotion });
    const { page: phone } = second;
    // Leaflet holds on to a finger that the browser has begun to scroll with.
    second.allowErrors(/Ignored attempt to cancel a touchmove/);
    await keepFromJoining(phone);
    await phone.goto('/');
    await phone.getByText('No upcoming events').waitFor();
    const cdp = await phone.context().newCDPSession(phone);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 60, y }] });
    const pull = async (toY: number) => {
      await touch('touchStart', 90);
      for (let y = 90; y <= toY; y += 20) await touch('touchMove', y);
    };
    const said = phone.getByRole('status').filter({ hasText: 'Updated' });

    let reads = 0;
    phone.on('request', (request) => (reads += Number(request.url().endsWith('/api/home'))));
    await pull(150);
    await expect.poll(() => phone.getByText('Pull to refresh').count()).toBe(1);
    await touch('touchEnd');
    await pull(290);
    const words = phone.getByText('Release to refresh');
    await expect.poll(() => words.count()).toBe(1);
    expect(await words.isVisible()).toBe(reducedMotion === 'reduce');
    expect(reads).toBe(0);
    await touch('touchEnd');
    await said.waitFor({ state: 'attached' });
    expect(reads).toBe(1);
    await words.waitFor({ state: 'detached' });

    // What is scrolled, and what the map does with a finger, is no pull.
    await phone.evaluate(() => scrollTo(0, 300));
    await pull(290);
    await touch('touchEnd');
    await phone.evaluate(() => scrollTo(0, 0));
    const map = await phone.getByRole('region', { name: 'Events map' }).boundingBox();
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: 60, y: (map?.y ?? 0) + 40 }],
    });
    await touch('touchMove', (map?.y ?? 0) + 240);
    await touch('touchEnd');
    expect(reads).toBe(1);
  },
);
