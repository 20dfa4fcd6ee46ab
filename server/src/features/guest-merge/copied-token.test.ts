import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { askAtBrowser, signInAtBrowser } from '@hereabouts/testing/at-browser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp();
});
afterAll(() => app.stop());

test('GUEST-04 a guest’s copied access token merges the guest into nobody’s account', async () => {
  const guest = await signInAtBrowser(app.url, 'signup', { data: { name: 'Gina' } });
  const merge = async (cookie?: string) => {
    const body = { guest_token: guest.session.access_token };
    const own = { access_token: anna.token };
    return (await askAtBrowser(app.url, guestMergeRoutes.mergeGuest, own, { cookie, body })).status;
  };
  expect(await merge()).toBe(400);
  expect(await merge(guest.cookies['/api'])).toBe(204);
});
