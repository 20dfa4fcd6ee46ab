import { createLiveDecoder, type FriendPosition } from '@hereabouts/contract/live-frames';
import type { Position, STILL_HERE } from '@hereabouts/contract/live';
import type { MeetingPoint } from '@hereabouts/contract/meeting-points';
import { liveTopic } from '@hereabouts/contract/realtime';
import type { WebClock } from '#web/lib/time/clock.ts';
import type { SendOutcome, TopicHandlers } from '#web/realtime/topic-handlers.ts';
import { receiveServerTime, serverNow } from './server-clock.ts';

type LiveTopic = `live:${number}`;
type OnRefused = (reason: (SendOutcome & { ok: false })['reason']) => void;

export type ChannelParts = {
  listen: (topic: LiveTopic, handlers: TopicHandlers<LiveTopic>) => () => void;
  send: (topic: LiveTopic, event: string, payload: object) => Promise<SendOutcome>;
  isOpen: () => boolean;
  watchConnection: (onChange: () => void) => () => void;
  clock: Pick<WebClock, 'now' | 'after'>;
};

/** `lost`: it was joined, and is rejoined by itself. `gone`: the viewer has no right to it. */
export type ChannelState = 'joining' | 'joined' | 'lost' | 'gone';

export type LiveSnapshot = {
  state: ChannelState;
  /** By user id. */
  positions: ReadonlyMap<string, FriendPosition>;
  /** When the viewer's position held by the server was taken (LIVE-11); null: it holds none. */
  ownFixedAtMs: number | null;
  /** Server time at which this page learned that the event is over. */
  endedAtMs: number | null;
};

/** Callbacks of a view. Hints other than positions make it refetch. */
export type Hints = {
  /** Runs `show` once the device has drawn the previous positions. */
  pace: (show: () => void) => void;
  onPeopleChanged: () => void;
  onMeetingPoint: (point: MeetingPoint | null) => void;
  /** Joined, joined again, lost or ended: read everything again. */
  onResync: () => void;
};

export type SenderSide = {
  onConnected: (isConnected: boolean) => void;
  onWatched: (isWatched: boolean) => void;
  /** Who may see the sharer may have changed. */
  onPeopleChanged: () => void;
  /** Sharing has ended with the event or the right to take part. */
  onOver: () => void;
};

const NOWHERE: ReadonlyMap<string, FriendPosition> = new Map();
const REJOIN_MS = 250;
const WATCH_AGAIN_MS = 1_000;

/** One event's live topic, shared by the views and the sender of the own position. The server sends positions only while a
 * view shows them (see `watching` in the contract). */
export class LiveChannel {
  readonly #topic: LiveTopic;
  readonly #parts: ChannelParts;
  readonly #decoder = createLiveDecoder();
  readonly #viewers = new Set<Hints>();
  readonly #senders = new Set<SenderSide>();
  readonly #listeners = new Set<() => void>();
  #snapshot: LiveSnapshot = { state: 'joining', positions: NOWHERE, ownFixedAtMs: null, endedAtMs: null };
  /** Null after a refusal: the server's state is unknown. */
  #sentIsWatching: boolean | null = false;
  #stop: (() => void) | null = null;

  constructor(eventId: number, parts: ChannelParts) {
    this.#topic = liveTopic(eventId);
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  get #isIdle(): boolean {
    return this.#viewers.size === 0 && this.#senders.size === 0;
  }

  /** Shows friends: their positions come until the returned function is called. */
  watch(hints: Hints): () => void {
    return this.#hold(this.#viewers, hints);
  }

  send(side: SenderSide): () => void {
    const release = this.#hold(this.#senders, side);
    if (this.#snapshot.state === 'joined') side.onConnected(true);
    return release;
  }

  /** Null if the server refused it; `onRefused` gets the reason. */
  sendPosition(position: Position, onRefused: OnRefused): Promise<{ isWatched: boolean } | null> {
    return this.#send('position', position, onRefused);
  }

  /** The device has not moved and its watch runs (LIVE-12). */
  sendStillHere(onRefused: OnRefused): Promise<{ isWatched: boolean } | null> {
    return this.#send('still_here' satisfies typeof STILL_HERE, {}, onRefused);
  }

  async #send(event: string, payload: object, onRefused: OnRefused): Promise<{ isWatched: boolean } | null> {
    const outcome = await this.#parts.send(this.#topic, event, payload);
    if (!outcome.ok) {
      onRefused(outcome.reason);
      return null;
    }
    // Without the contract's schema, which would load Zod on every page of a sharer.
    const { is_watched: isWatched } = outcome.reply as { is_watched?: boolean };
    return { isWatched: isWatched !== false };
  }

  rejoin(): void {
    if (this.#stop === null) return;
    this.#leave();
    this.#parts.clock.after(REJOIN_MS, () => {
      if (!this.#isIdle) this.#join();
    });
  }

  #hold<T>(holders: Set<T>, holder: T): () => void {
    holders.add(holder);
    this.#join();
    this.#announce();
    return () => {
      if (!holders.delete(holder)) return;
      // Another page that shows the same may be next.
      queueMicrotask(() => {
        if (this.#isIdle) this.#leave();
        else this.#announce();
      });
    };
  }

  #join(): void {
    if (this.#stop !== null) return;
    this.#set({ state: 'joining', ownFixedAtMs: null, endedAtMs: null });
    const stopListening = this.#parts.listen(this.#topic, {
      joinPayload: () => ({ is_watching: (this.#sentIsWatching = this.#viewers.size > 0) }),
      onJoin: () => this.#joined(),
      onRejoin: () => this.#joined(),
      onLost: () => this.#lost(),
      onGone: () => this.#over('gone'),
      on: {
        frame: (bytes) => this.#read(bytes),
        people_changed: () => {
          this.#hint((hints) => hints.onPeopleChanged());
          this.#notify((side) => side.onPeopleChanged());
        },
        meeting_point_changed: ({ meeting_point }) =>
          this.#hint((hints) => hints.onMeetingPoint(meeting_point)),
        own_position: ({ fixed_at }) =>
          this.#set({ ownFixedAtMs: fixed_at === null ? null : Date.parse(fixed_at) }),
        watched: ({ is_watched }) => this.#notify((side) => side.onWatched(is_watched)),
        live_ended: () => this.#over('ended'),
      },
    });
    const stopWatching = this.#parts.watchConnection(() => {
      if (!this.#parts.isOpen()) this.#lost();
    });
    this.#stop = () => {
      stopListening();
      stopWatching();
    };
  }

  #leave(): void {
    this.#stop?.();
    this.#stop = null;
    this.#decoder.clear();
    this.#set({ state: 'joining', positions: NOWHERE });
    this.#notify((side) => side.onConnected(false));
  }

  #joined(): void {
    // The server sends the held position after this.
    this.#set({ state: 'joined', ownFixedAtMs: null });
    this.#announce();
    this.#notify((side) => side.onConnected(true));
    this.#hint((hints) => hints.onResync());
  }

  #lost(): void {
    if (this.#snapshot.state !== 'joined') return;
    this.#set({ state: 'lost' });
    this.#notify((side) => side.onConnected(false));
  }

  #over(why: 'gone' | 'ended'): void {
    this.#decoder.clear();
    this.#set(
      why === 'gone' ? { state: 'gone', positions: NOWHERE } : { endedAtMs: serverNow(), positions: NOWHERE },
    );
    if (why === 'gone') this.#notify((side) => side.onConnected(false));
    this.#notify((side) => side.onOver());
    this.#hint((hints) => hints.onResync());
  }

  #announce(): void {
    const isWatching = this.#viewers.size > 0;
    if (this.#snapshot.state !== 'joined' || isWatching === this.#sentIsWatching) return;
    this.#sentIsWatching = isWatching;
    if (!isWatching) {
      this.#decoder.clear();
      this.#set({ positions: NOWHERE });
    }
    void this.#sendWatch(isWatching);
  }

  /** The server refuses it while it checks the right to the topic again. */
  async #sendWatch(isWatching: boolean): Promise<void> {
    const outcome = await this.#parts.send(this.#topic, 'watch', { is_watching: isWatching });
    const isRefused = !outcome.ok && (outcome.reason === 'unavailable' || outcome.reason === 'rate_limited');
    if (!isRefused || this.#sentIsWatching !== isWatching) return;
    this.#sentIsWatching = null;
    this.#parts.clock.after(WATCH_AGAIN_MS, () => this.#announce());
  }

  #read(bytes: ArrayBuffer): void {
    // What was under way when nobody looked any more is not wanted.
    if (this.#viewers.size === 0) return;
    const receivedAtMs = this.#parts.clock.now();
    try {
      this.#decoder.apply(bytes, receivedAtMs);
    } catch {
      // The first frame after a join resets everything.
      return this.rejoin();
    }
    if (this.#decoder.needsResync) return;
    receiveServerTime(this.#decoder.serverNow(receivedAtMs));
    if (this.#decoder.friends === this.#snapshot.positions) return;
    // Shows the positions of the moment it runs: none if nobody looks any more or the event is over.
    this.#hint((hints) => hints.pace(this.#showPositions));
  }

  readonly #showPositions = (): void => {
    const { friends: positions } = this.#decoder;
    if (positions !== this.#snapshot.positions) this.#set({ positions });
  };

  #hint(notify: (hints: Hints) => void): void {
    for (const hints of this.#viewers) notify(hints);
  }

  #notify(notify: (side: SenderSide) => void): void {
    for (const side of this.#senders) notify(side);
  }

  #set(change: Partial<LiveSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
