import { chatTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { FastifyBaseLogger } from 'fastify';
import type { LivePositions } from '#server/live/live-positions.ts';
import type { Clock } from '#server/clock.ts';
import type { Throttle } from '#server/async/throttle.ts';
import { nullAfter } from '#server/async/timeout.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { createChatHints, type ListChatMembers } from './chat-hints.ts';
import type { Effects } from './effects.ts';
import type { Effect, Message } from './order.ts';
import { createUnreadCounts } from './unread-counts.ts';

const CHAT_ADVANCED_EVERY_MS = 1_000;
/** The bus takes longer only when it fails; nothing that removes a position waits for that. */
const PASSED_ON_WAIT_MS = 500;

/** Hints that make everybody with the event open refetch it, which costs far more than the change. */
const THROTTLED_HINTS: ReadonlySet<string> = new Set(['rsvp_changed', 'event_changed']);
/** The first at once, the following ones merged. */
const HINT_EVERY_MS = 5_000;

/** After the commit, outside any transaction. */
export type EffectQueries = {
  countUnread(userIds: readonly string[]): Promise<readonly { user_id: string; unread_count: number }[]>;
  listChatMembers: ListChatMembers;
  listLiveAudience(eventId: number, userIds: readonly string[]): Promise<readonly string[]>;
};

export type EffectParts = {
  realtime: Pick<Realtime, 'publish' | 'mayReach' | 'recheck' | 'recheckPeople' | 'endUser'>;
  live: Pick<LivePositions, 'started' | 'stopped' | 'passedOn'>;
  throttle: Pick<Throttle, 'run'>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'error'>;
  queries: EffectQueries;
};

type Parts = EffectParts & {
  publishChatAdvanced: (eventId: number) => void;
  publishUnread: (userIds: Iterable<string>) => void;
};

export type Perform = (effects: Effects) => Promise<void>;

/** Resolves after all effects without a query. A failing effect is only logged: the change is committed. */
export function createPerform(parts: EffectParts): Perform {
  const { realtime, clock, queries, log } = parts;
  const publishChatAdvanced = createChatHints({
    realtime,
    clock,
    listChatMembers: queries.listChatMembers,
    onError: (err) => log.error({ err }, 'could not publish that a chat has advanced'),
  });
  const publishUnread = createUnreadCounts({
    realtime,
    clock,
    countUnread: (userIds) => queries.countUnread(userIds),
    onError: (err) => log.error({ err }, 'could not count unread notifications'),
  });
  const all = { ...parts, publishChatAdvanced, publishUnread };
  return async (effects) => {
    for (const [index, effect] of effects.list().entries()) {
      try {
        const pending = performOne(all, effect, effects.keyOf(index));
        if (pending instanceof Promise) await pending;
      } catch (error) {
        parts.log.error({ err: error, effect: effect.kind }, 'an effect of a change failed');
      }
    }
    // So that other processes refuse positions sent after the answer.
    if (effects.list().some(({ kind }) => kind === 'stop_positions'))
      await nullAfter(clock, PASSED_ON_WAIT_MS, parts.live.passedOn());
  };
}

function performOne(parts: Parts, effect: Effect, key: string): Promise<void> | void {
  const { realtime, live, throttle, publishChatAdvanced, publishUnread } = parts;
  switch (effect.kind) {
    case 'publish_before_recheck':
      return realtime.publish(effect.topic, effect.event, effect.payload, effect.override);
    case 'publish':
      return publish(parts, effect);
    case 'publish_list_changed_throttled':
      return publishListChangedThrottled(parts, effect);
    case 'end_user':
      return realtime.endUser(effect.userId, key);
    case 'recheck':
      return realtime.recheck(effect.topic, effect.userIds === null ? undefined : [...effect.userIds], key);
    case 'recheck_people':
      return realtime.recheckPeople(effect.userIds, effect.kinds ?? undefined, key);
    case 'stop_positions':
      return live.stopped(effect.eventId, [...effect.userIds]);
    case 'start_positions':
      return live.started(effect.eventId, [...effect.userIds]);
    case 'recheck_audience':
      return recheckAudience(parts, effect);
    case 'publish_chat_advanced':
      return throttle.run(chatTopic(effect.eventId), CHAT_ADVANCED_EVERY_MS, () =>
        publishChatAdvanced(effect.eventId),
      );
    case 'publish_unread_counts':
      return publishUnread(effect.userIds);
  }
}

function publish({ realtime, throttle }: EffectParts, { topic, event, payload, override }: Message): void {
  const send = () => realtime.publish(topic, event, payload, override);
  if (THROTTLED_HINTS.has(event)) throttle.run(`${topic} ${event}`, HINT_EVERY_MS, send);
  else send();
}

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

function publishListChangedThrottled(
  { realtime, throttle }: EffectParts,
  { eventId, userIds }: EffectOf<'publish_list_changed_throttled'>,
): void {
  const payload: UserTopicEvents['event_list_changed'] = { event_id: eventId };
  throttle.run(`listed ${eventId}`, HINT_EVERY_MS, () => {
    for (const userId of userIds) realtime.publish(userTopic(userId), 'event_list_changed', payload);
  });
}

async function recheckAudience(
  { realtime, queries }: EffectParts,
  { eventId, userIds }: EffectOf<'recheck_audience'>,
): Promise<void> {
  realtime.recheck(liveTopic(eventId), await queries.listLiveAudience(eventId, [...userIds]));
}
