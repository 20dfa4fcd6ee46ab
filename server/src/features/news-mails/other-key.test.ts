import { generateKeyPairSync } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { newsMailRoutes } from '@hereabouts/contract/news-mails';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp } from '@hereabouts/testing/app';
import { befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { startMailServer } from '@hereabouts/testing/mail-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { unsubscribeToken } from './policy.ts';

const withNewKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = JSON.stringify(privateKey.export({ format: 'jwk' }));
  return { ...readConfig({}).auth, attemptsPerAddress: 1_000, signingKey };
};

test('PUSH-06 the link of a mail goes on with another AUTH_SIGNING_KEY, and that of an earlier mail with its own', async () => {
  const mails = await startMailServer();
  const settings = { smtpUrl: mails.url, publicUrl: 'https://party.example' };
  const first = await startTestApp({ ...settings, auth: withNewKey() });
  const later = await startTestApp({ ...settings, auth: withNewKey() }, { beside: first });
  try {
    const [host, anna, ben] = [await first.signUp(), await first.signUp(), await first.signUp()];
    await befriend(anna, host);
    await proveAddresses(first.context.db, anna.id);
    const times = { start_time: hoursFromNow(first.clock, 40), end_time: hoursFromNow(first.clock, 41) };
    await createEvent(first, host, { ...times, invitee_ids: [anna.id] });
    await advance([first], 6 * MINUTE_MS, MINUTE_MS);
    // Either of the two may send it.
    const links = async () => {
      const sent = await Promise.all(mails.received.map(({ raw }) => PostalMime.parse(raw)));
      return sent.flatMap(({ text = '' }) => /\/unsubscribe\/([\w-]+)/.exec(text)?.[1] ?? []);
    };
    await expect.poll(links).toHaveLength(1);
    const [ofMail = ''] = await links();
    const stop = (token: string) => later.anonymous.call(newsMailRoutes.stopNewsMails, { params: { token } });
    expect((await stop(ofMail)).status).toBe(204);
    expect((await anna.ok(pushRoutes.getPush)).settings.by_mail).toBe(false);

    const tokenOf = ({ context }: typeof first) =>
      unsubscribeToken(context.auth.deriveKey('unsubscribe links'), ben.id);
    expect((await stop(tokenOf(first))).status).toBe(404);
    expect((await stop(tokenOf(later))).status).toBe(204);
  } finally {
    await later.stop();
    await first.stop();
    await mails.stop();
  }
});
