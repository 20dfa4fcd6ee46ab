import { notificationRoutes } from '@hereabouts/contract/notifications';
import type { TestPerson } from './app.ts';

/** What stands in a person's list. */
export const read = (person: TestPerson, query: object = {}) =>
  person.ok(notificationRoutes.listNotifications, { query });

export const kinds = async (person: TestPerson) => (await read(person)).notifications.map(({ kind }) => kind);

export const mark = (person: TestPerson, upToId: number) =>
  person.call(notificationRoutes.markNotificationsRead, { body: { up_to_id: upToId } });

export const readAll = async (person: TestPerson) => {
  const { notifications } = await read(person);
  await mark(person, notifications[0]?.id ?? 0);
};
