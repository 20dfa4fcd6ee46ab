import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { resist, type Check } from '../check.ts';
import { befriend, eventBody, send, signUp, startEvent } from '../wire.ts';

/** Attacks on what people may not learn of each other. */
export const privacyChecks: readonly Check[] = [
  {
    id: 'S10',
    title: 'a host cannot prolong a consent to share',
    async run(stage) {
      const instance = await stage.instance();
      const [host, guest] = [await signUp(instance), await signUp(instance)];
      await befriend(host, guest);
      const { id, body } = await startEvent(host, [guest]);
      const started = await send(instance, `/api/events/${id}/sharing`, {
        method: 'PUT',
        token: guest.token,
      });
      resist(started.status < 300, `sharing could not be started: ${started.status} ${started.text}`);
      const until = async (): Promise<string> =>
        (await send(instance, '/api/me/sharing', { token: guest.token })).json?.sharing?.[0]?.until;
      const before = await until();
      const later = new Date(Date.now() + 6 * HOUR_MS).toISOString();
      const edit = { ...body, end_time: later, keep_answers: true };
      const edited = await send(instance, `/api/events/${id}`, {
        method: 'PUT',
        token: host.token,
        body: edit,
      });
      const after = await until();
      resist(edited.status === 200, `the edit was answered ${edited.status} ${edited.text}`);
      resist(
        before !== undefined && after <= before,
        `the consent lasts until ${after} instead of ${before}`,
      );
      return 'the consent still ends at the time that was shown';
    },
  },
  {
    id: 'S11',
    title: 'words of a blocked person do not arrive as a meeting point',
    async run(stage) {
      const instance = await stage.instance();
      const [host, harasser, target] = [
        await signUp(instance),
        await signUp(instance),
        await signUp(instance),
      ];
      await befriend(host, harasser);
      await befriend(host, target);
      const { id } = await startEvent(host, [harasser, target]);
      await target.ok(routes.blockUser, { params: { userId: harasser.id } });
      const words = 'I know you blocked me';
      await harasser.ok(routes.setMeetingPoint, {
        params: { eventId: id },
        body: { name: words, latitude: 49.18, longitude: -2.1, meet_at: null },
      });
      const paths = [
        `/api/events/${id}/live`,
        `/api/events/${id}/chat`,
        '/api/notifications',
        '/api/home',
        `/api/events/${id}`,
      ];
      for (const path of paths) {
        const { text } = await send(instance, path, { token: target.token });
        resist(!text.includes(words), `${path} shows the words`);
      }
      const live = await send(instance, paths[0] ?? '', { token: target.token });
      resist(live.text.includes('"Meeting point"'), 'the point itself is missing');
      return `${paths.length} answers without the words; the point is there, named "Meeting point"`;
    },
  },
  {
    id: 'S12',
    title: 'the chat of a blocked person keeps no trace of a message but its number',
    async run(stage) {
      const instance = await stage.instance();
      const [host, blocked, blocker] = [
        await signUp(instance),
        await signUp(instance),
        await signUp(instance),
      ];
      await befriend(host, blocked);
      await befriend(host, blocker);
      const { id } = await startEvent(host, [blocked, blocker]);
      const messageId = crypto.randomUUID();
      await send(instance, `/api/events/${id}/chat`, {
        token: blocker.token,
        body: { id: messageId, message: 'Hello' },
      });
      await blocker.ok(routes.blockUser, { params: { userId: blocked.id } });
      const { text } = await send(instance, `/api/events/${id}/chat`, { token: blocked.token });
      const today = new Date().toISOString().slice(0, 10);
      const traces = ['Hello', messageId, blocker.id, blocker.name + today, `"created_at":"${today}`];
      const found = traces.filter((trace) => text.includes(trace));
      resist(found.length === 0, `the chat still has ${found.join(', ')}`);
      return 'no words, id, time or sender; the log shows its number, as documented';
    },
  },
  {
    id: 'S24',
    title: 'the directory of people cannot be read out at once',
    async run(stage) {
      const instance = await stage.instance();
      const { token } = await signUp(instance);
      // Fewer on a page would stay below the limit.
      await Promise.all(Array.from({ length: 50 }, () => signUp(instance)));
      const refused = await manyReads(instance, token, '/api/contacts?tab=discover&limit=50');
      resist(refused > 0, '1,200 pages of the directory were not limited');
      return `${refused} of 1,200 pages refused`;
    },
  },
  {
    id: 'S25',
    title: 'a name or title has something to see',
    async run(stage) {
      const instance = await stage.instance();
      const { token } = await signUp(instance, 'Visible');
      const invisible = ['\u200b', '\u3164\u2800', '\u200b\u200d\ufeff', '\u202e', '\u0007\u001b'];
      for (const name of invisible) {
        const renamed = await send(instance, '/api/me', { method: 'PATCH', token, body: { name } });
        const event = await send(instance, '/api/events', {
          token,
          body: { ...eventBody([], true, 2), title: name },
        });
        resist(
          renamed.status === 400 && event.status === 400,
          `${JSON.stringify(name)} as name ${renamed.status}, as title ${event.status}`,
        );
      }
      await send(instance, '/api/me', { method: 'PATCH', token, body: { name: 'A\u202ebel\u0007' } });
      const me = await send(instance, '/api/me', { token });
      resist(
        !['\u202e', '\\u202e', '\\u0007'].some((mark) => me.text.includes(mark)),
        `the name is kept as ${me.text}`,
      );
      return `${invisible.length} invisible names and titles refused, overrides taken out`;
    },
  },
  {
    id: 'S34',
    title: 'public events cannot be walked by number without end',
    async run(stage) {
      const instance = await stage.instance();
      const { token } = await signUp(instance);
      const refused = await manyReads(instance, token, (at) => `/api/events/${at + 1}`);
      resist(refused > 0, '1,200 events in a row were not limited');
      return `${refused} of 1,200 refused`;
    },
  },
];

async function manyReads(
  instance: Parameters<typeof send>[0],
  token: string,
  path: string | ((at: number) => string),
): Promise<number> {
  let refused = 0;
  const lane = async (first: number) => {
    for (let at = first; at < 1_200; at += 12) {
      const { status } = await send(instance, typeof path === 'string' ? path : path(at), { token });
      if (status === 429) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, first) => lane(first)));
  return refused;
}
