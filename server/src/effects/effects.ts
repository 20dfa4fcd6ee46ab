import { randomUUID } from 'node:crypto';
import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import type {
  ChatTopicEvents,
  EventTopicEvents,
  LiveTopicEvents,
  UserTopicEvents,
} from '@hereabouts/contract/realtime-messages';
import type { PublishOverride } from '#server/realtime/realtime.ts';
import { inOrder, type Effect, type Message } from './order.ts';

/** Performed after the commit (`Context.change`, `perform`). Equal hints are kept once. */
export class Effects {
  readonly #id = randomUUID();
  readonly #byKey = new Map<string, Effect>();
  readonly #undoing: (() => void)[] = [];

  list(): Effect[] {
    return inOrder(this.#byKey.values());
  }

  /** Call it once everything is collected. */
  keyOf(index: number): string {
    return `${this.#id}/${index}`;
  }

  /** Gives back what was taken outside the database, such as attempts of a limit. */
  ifRolledBack(undo: () => void): this {
    this.#undoing.push(undo);
    return this;
  }

  rolledBack(): void {
    for (const undo of this.#undoing.splice(0)) undo();
  }

  publishToUser<E extends keyof UserTopicEvents>(
    userId: string,
    event: E,
    payload: UserTopicEvents[E],
  ): this {
    return this.#add({ kind: 'publish', topic: userTopic(userId), event, payload });
  }

  publishToEvent(eventId: number, event: keyof EventTopicEvents): this {
    const topic = eventTopic(eventId);
    const payload: EventTopicEvents[typeof event] = { event_id: eventId };
    return this.#addOnce(`${topic} ${event}`, { kind: 'publish', topic, event, payload });
  }

  publishToChat<E extends keyof ChatTopicEvents>(
    eventId: number,
    event: E,
    payload: ChatTopicEvents[E],
    override?: PublishOverride<ChatTopicEvents[E]>,
  ): this {
    return this.#publish({ topic: chatTopic(eventId), event, payload }, override);
  }

  publishToLive<E extends keyof LiveTopicEvents>(
    eventId: number,
    event: E,
    payload: LiveTopicEvents[E],
    override?: PublishOverride<LiveTopicEvents[E]>,
  ): this {
    return this.#publish({ topic: liveTopic(eventId), event, payload }, override);
  }

  publishListChanged(eventId: number, userIds: Iterable<string>): this {
    return this.#hint('event_list_changed', eventId, userIds);
  }

  publishListChangedThrottled(eventId: number, userIds: Iterable<string>): this {
    return this.#addPeople(`listed ${eventId}`, userIds, (people) => ({
      kind: 'publish_list_changed_throttled',
      eventId,
      userIds: people,
    }));
  }

  publishFriendshipChanged(userId: string, otherId: string): this {
    this.publishToUser(userId, 'friendship_changed', { user_id: otherId });
    return this.publishToUser(otherId, 'friendship_changed', { user_id: userId });
  }

  publishChatAdvanced(eventId: number): this {
    return this.#addOnce(`advanced ${eventId}`, { kind: 'publish_chat_advanced', eventId });
  }

  publishUnreadCounts(userIds: Iterable<string>): this {
    return this.#addPeople('unread', userIds, (people) => ({
      kind: 'publish_unread_counts',
      userIds: people,
    }));
  }

  /** Without `userIds`: everybody. */
  recheckGuests(eventId: number, userIds?: Iterable<string>): this {
    const people = userIds && [...userIds];
    for (const topic of [eventTopic(eventId), chatTopic(eventId), liveTopic(eventId)]) {
      this.#recheck(topic, people);
    }
    return this;
  }

  /** For people who became participants or ceased to be; also rechecks the live topic for their friends there. */
  recheckParticipants(eventId: number, userIds: readonly string[]): this {
    return this.recheckGuests(eventId, userIds).recheckAudience(eventId, userIds);
  }

  recheckAudience(eventId: number, userIds: Iterable<string>): this {
    return this.#addPeople(`audience ${eventId}`, userIds, (people) => ({
      kind: 'recheck_audience',
      eventId,
      userIds: people,
    }));
  }

  recheckLive(eventId: number, userIds?: Iterable<string>): this {
    return this.#recheck(liveTopic(eventId), userIds);
  }

  /** After a change between these people; `kinds` null: all joined topics. */
  recheckPeople(userIds: readonly string[], kinds: readonly string[] | null = null): this {
    return this.#addOnce(`people ${userIds.join()} ${kinds?.join()}`, {
      kind: 'recheck_people',
      userIds,
      kinds,
    });
  }

  startSharing(eventId: number, userIds: readonly string[]): this {
    this.recheckLive(eventId, userIds);
    this.#addPeople(`start ${eventId}`, userIds, (people) => ({
      kind: 'start_positions',
      eventId,
      userIds: people,
    }));
    return this.#hint('sharing_changed', eventId, userIds);
  }

  /** Removes positions on every process, accepts no further ones, and tells these people. */
  stopSharing(eventId: number, userIds: readonly string[]): this {
    this.recheckLive(eventId, userIds);
    this.removePositions(eventId, userIds);
    return this.#hint('sharing_changed', eventId, userIds);
  }

  /** Like `stopSharing`, without notifying anybody. */
  removePositions(eventId: number, userIds: readonly string[]): this {
    return this.#addPeople(`stop ${eventId}`, userIds, (people) => ({
      kind: 'stop_positions',
      eventId,
      userIds: people,
    }));
  }

  /** Published before the members lose the topic. */
  publishLiveEnded(eventId: number): this {
    const topic = liveTopic(eventId);
    const payload: LiveTopicEvents['live_ended'] = {};
    const effect = { kind: 'publish_before_recheck', topic, event: 'live_ended', payload } as const;
    return this.#addOnce(`${topic} ended`, effect);
  }

  endUser(userId: string): this {
    return this.#add({ kind: 'end_user', userId });
  }

  #hint(event: 'event_list_changed' | 'sharing_changed', eventId: number, userIds: Iterable<string>): this {
    const payload: UserTopicEvents[typeof event] = { event_id: eventId };
    for (const userId of userIds) {
      const topic = userTopic(userId);
      this.#addOnce(`${topic} ${event} ${eventId}`, { kind: 'publish', topic, event, payload });
    }
    return this;
  }

  #publish(message: Message, override: PublishOverride | undefined): this {
    const isForAll = override === undefined || override.userIds.length === 0;
    return this.#add({ kind: 'publish', ...message, ...(!isForAll && { override }) });
  }

  #recheck(topic: string, userIds?: Iterable<string>): this {
    const key = `recheck ${topic}`;
    if (userIds === undefined) {
      this.#byKey.set(key, { kind: 'recheck', topic, userIds: null });
      return this;
    }
    const known = this.#byKey.get(key);
    if (known?.kind === 'recheck' && known.userIds === null) return this;
    return this.#addPeople(key, userIds, (people) => ({ kind: 'recheck', topic, userIds: people }));
  }

  #addPeople(
    key: string,
    userIds: Iterable<string>,
    effectFor: (people: ReadonlySet<string>) => Effect,
  ): this {
    const known = this.#byKey.get(key);
    const before = known !== undefined && 'userIds' in known ? (known.userIds ?? []) : [];
    const people = new Set([...before, ...userIds]);
    if (people.size > 0) this.#byKey.set(key, effectFor(people));
    return this;
  }

  #addOnce(key: string, effect: Effect): this {
    if (!this.#byKey.has(key)) this.#byKey.set(key, effect);
    return this;
  }

  #add(effect: Effect): this {
    this.#byKey.set(`${this.#byKey.size}`, effect);
    return this;
  }
}
