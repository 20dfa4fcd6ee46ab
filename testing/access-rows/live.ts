import { BEACON_PAUSE_MS } from '@hereabouts/contract/live';
import { routes } from '@hereabouts/contract/routes';
import { arrangeRunningEvent, everyUser, type Expected, type World } from '../access-world.ts';
import { nothing, onEvent, onRunningEvent, type AccessRow, type Input } from './row.ts';

/** Whoever takes part is answered with `status`, save for `others`; the rest of those who see the event are refused (LIVE-02). */
const liveAnswers = (
  status: number,
  rest: (world: World) => Omit<Input, 'params'> = () => ({}),
  others: Partial<Expected> = {},
): AccessRow[] => [
  {
    about: 'private, running',
    arrange: onRunningEvent(true, rest),
    expected: { ...everyUser(404), declined: 403, invited: status, creator: status, ...others },
  },
  {
    about: 'public, running',
    arrange: onRunningEvent(false, rest),
    expected: { ...everyUser(403), invited: status, creator: status, ...others },
  },
];
const pin = () => ({
  body: { name: 'Left of the stage', latitude: 49.18, longitude: -2.1, meet_at: null },
});
const lightTo = (role: 'creator' | 'invited') => (world: World) => {
  world.clock.advance(BEACON_PAUSE_MS);
  return { body: { user_id: world.people[role].id } };
};
const pinOfCreator: AccessRow['arrange'] = async (world) => {
  const params = { eventId: await arrangeRunningEvent(world, false) };
  await world.people.creator.ok(routes.setMeetingPoint, { params, ...pin() });
  return { params };
};

export const liveRows = {
  getLive: [
    ...liveAnswers(200),
    {
      about: 'before the start and before an answer',
      arrange: onEvent(false),
      expected: { ...everyUser(403), creator: 200 },
    },
  ],
  listSharing: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  startSharing: [
    ...liveAnswers(200),
    { about: 'before the start', arrange: onEvent(false), expected: { ...everyUser(403), creator: 409 } },
  ],
  stopSharing: [
    {
      about: 'private, nothing shared',
      arrange: onRunningEvent(true),
      expected: { ...everyUser(404), invited: 204, declined: 204, creator: 204 },
    },
    { about: 'public, nothing shared', arrange: onRunningEvent(false), expected: everyUser(204) },
  ],
  setMeetingPoint: liveAnswers(200, pin),
  removeMeetingPoint: [
    ...liveAnswers(204),
    {
      about: "the creator's",
      arrange: pinOfCreator,
      expected: { ...everyUser(403), creator: 204 },
    },
  ],
  lightBeacon: [
    ...liveAnswers(200, lightTo('creator'), { creator: 403 }),
    ...liveAnswers(200, lightTo('invited'), { invited: 403 }),
  ],
} satisfies Record<string, AccessRow[]>;
