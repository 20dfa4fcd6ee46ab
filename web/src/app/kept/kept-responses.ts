import type { QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { isServerResponse } from '#web/lib/api/api.ts';
import { KEPT_FOR_MS } from '#web/lib/storage/kept-for.ts';
import type { WebClock } from '#web/lib/time/clock.ts';
import { beginsWith, DroppedEntries, isAbout } from './dropped-entries.ts';
import { dependentKeys, keptKindOf, type KeptKind } from './kept-kinds.ts';
import type { KeptEntry, KeptStore } from './kept-store.ts';

export type KeptParts = {
  client: QueryClient;
  store: KeptStore;
  owner: string;
  release: string;
  clock: Pick<WebClock, 'now' | 'after'>;
  /** Whether the owner is still the one who is signed in on this device. */
  isCurrent: () => boolean;
  kindOf?: (key: QueryKey) => KeptKind | null;
};

const WRITE_AFTER_MS = 500;
/** What the page itself reads comes first. */
const RECHECK_AFTER_MS = 4_000;
const RECHECK_PAUSE_MS = 250;
/** An entry younger than this at a reconnection is reread after this delay: connections may come and go all the time. */
const FRESH_MS = 30_000;
/** Minimum time between rereads of an entry on hints: anybody can cause hints over and over. */
const HINT_REST_MS = 5 * MINUTE_MS;
/** Few per kind, because each entry is read again at the next contact. */
const LIMITS: Readonly<Record<string, number>> = { event: 8, chat: 8 };
/** To reread every entry whose key begins with `prefix` and that was read before `atMs`. */
type RecheckRequest = { prefix: QueryKey; atMs: number; isHint: boolean };
/** Responses that mean: not for this person any more. */
const NOT_ALLOWED = new Set([403, 404]);
/** Responses that mean: for nobody at the moment. */
const NOT_NOW = new Set([429, 503]);

/** Keeps what one person has read, so that it is there without a network, and fills a page from it while the response is on its
 * way. After a reconnection all entries are refetched, until each has an answer; those answered with 403 or 404 are deleted. */
export class KeptResponses {
  readonly #parts: KeptParts;
  readonly #pending = new Map<string, KeptEntry>();
  readonly #restored = new Map<string, number>();
  readonly #stopListening: () => void;
  readonly #kindOf: (key: QueryKey) => KeptKind | null;
  #stopWriting: (() => void) | null = null;
  #stopChecking: (() => void) | null = null;
  #stopWaiting: (() => void) | null = null;
  readonly #rechecks: RecheckRequest[] = [];
  readonly #postponed = new Map<string, RecheckRequest>();
  readonly #readOnHintAtMs = new Map<string, number>();
  readonly #dropped: DroppedEntries;
  readonly #startedAtMs: number;
  #isOver = false;

  constructor(parts: KeptParts) {
    this.#parts = parts;
    this.#kindOf = parts.kindOf ?? keptKindOf;
    this.#dropped = new DroppedEntries(parts.store);
    this.#startedAtMs = parts.clock.now();
    const cache = parts.client.getQueryCache();
    this.#stopListening = cache.subscribe((event) => this.#onCacheEvent(event));
    void this.#tidy({ isStart: true });
    for (const { queryKey, state } of cache.getAll()) {
      if (state.data === undefined) void this.#restore(queryKey);
      else this.#keep(queryKey, state.data, state.dataUpdatedAt);
    }
  }

  /** After a reconnection or a change: rereads every entry, or those whose key begins with one of `keys`, in a while. */
  recheck(keys: readonly QueryKey[] = [[]]): void {
    if (this.#isOver) return;
    const atMs = this.#parts.clock.now();
    this.#rechecks.push(...keys.map((prefix) => ({ prefix, atMs, isHint: prefix.length > 0 })));
    this.#checkSoon();
  }

  /** What is kept under `prefix` and names the person goes at once, and is read again in a while. */
  dropAbout(userId: string, prefix: QueryKey): void {
    if (this.#isOver) return;
    const request = { prefix, userId };
    for (const [name, { key, data }] of this.#pending)
      if (isAbout(key, data, request)) this.#pending.delete(name);
    this.#dropped.drop(request);
    this.recheck([prefix]);
  }

  /** Never two at a time. */
  #checkSoon(): void {
    this.#stopChecking ??= this.#parts.clock.after(RECHECK_AFTER_MS, () => {
      void this.#check(this.#rechecks.splice(0)).finally(() => {
        this.#stopChecking = null;
        if (this.#rechecks.length > 0 && !this.#isOver) this.#checkSoon();
      });
    });
  }

  flush(): void {
    this.#stopWriting?.();
    void this.#write();
  }

  /** The page goes; what was read stays. */
  stop(): void {
    this.flush();
    this.#end();
  }

  /** The session is over: nothing stays, and nothing is written from here on. */
  forget(): Promise<void> {
    this.#end();
    return this.#parts.store.clear();
  }

  #end(): void {
    this.#isOver = true;
    this.#stopListening();
    this.#stopWriting?.();
    this.#stopChecking?.();
    this.#stopWaiting?.();
    this.#pending.clear();
  }

  #onCacheEvent(event: QueryCacheNotifyEvent): void {
    const { queryKey, state } = event.query;
    if (event.type === 'added') {
      if (state.data === undefined) void this.#restore(queryKey);
    } else if (event.type === 'updated' && event.action.type === 'success') {
      this.#keep(queryKey, state.data, state.dataUpdatedAt);
    } else if (
      event.type === 'updated' &&
      event.action.type === 'error' &&
      isNotAllowed(event.action.error)
    ) {
      void this.#drop(queryKey);
    }
  }

  #keep(key: QueryKey, data: unknown, atMs: number, seenAtMs = atMs): void {
    const kind = this.#kindOf(key);
    const name = JSON.stringify(key);
    if (kind === null || data === undefined || this.#restored.get(name) === atMs) return;
    const { owner, release, clock } = this.#parts;
    this.#dropped.delete(name);
    this.#pending.set(name, { owner, release, key, data: kind.trim(data), atMs, seenAtMs });
    this.#stopWriting ??= clock.after(WRITE_AFTER_MS, () => void this.#write());
  }

  async #write(): Promise<void> {
    this.#stopWriting = null;
    const entries = [...this.#pending.values()];
    this.#pending.clear();
    if (entries.length > 0 && this.#parts.isCurrent()) await this.#parts.store.set(entries);
  }

  async #restore(key: QueryKey): Promise<void> {
    if (this.#kindOf(key) === null) return;
    const { client, store, clock } = this.#parts;
    const entry = await this.#dropped.unlessDropped(key, () => store.get(key));
    if (entry === null || !this.#isUsable(entry) || this.#isOver) return;
    const query = client.getQueryCache().find({ queryKey: key, exact: true });
    if (query === undefined || query.state.data !== undefined || isNotAllowed(query.state.error)) return;
    this.#restored.set(JSON.stringify(key), entry.atMs);
    client.setQueryData(key, entry.data, { updatedAt: entry.atMs });
    await store.setSeen(key, clock.now());
  }

  #isUsable({ owner, release, atMs, seenAtMs }: KeptEntry): boolean {
    const isYoung = this.#parts.clock.now() - Math.min(atMs, seenAtMs) <= KEPT_FOR_MS;
    return owner === this.#parts.owner && release === this.#parts.release && isYoung;
  }

  async #drop(key: QueryKey): Promise<void> {
    if (this.#kindOf(key) === null) return;
    const gone = [key, ...dependentKeys(key)];
    for (const one of gone) {
      this.#pending.delete(JSON.stringify(one));
      this.#dropped.delete(JSON.stringify(one));
      this.#parts.client.removeQueries({ queryKey: one, exact: true, type: 'inactive' });
    }
    const { store } = this.#parts;
    await store.remove(gone.map((one) => store.nameOf(one)));
  }

  /** Removes entries of other people, those too old or too many and, at the start, those of other releases; returns the rest,
   * seen last first. */
  async #tidy({ isStart = false } = {}): Promise<KeptEntry[]> {
    const { store, owner, release } = this.#parts;
    const seen = new Map<string, number>();
    const keeps = (entry: KeptEntry) => {
      const name = this.#kindOf(entry.key)?.name;
      if (name === undefined) return false;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return (seen.get(name) ?? 0) <= (LIMITS[name] ?? Infinity);
    };
    const all = await store.all();
    const usable = all.filter((entry) => this.#isUsable(entry));
    const kept = usable.toSorted((a, b) => b.seenAtMs - a.seenAtMs).filter(keeps);
    // A tab of another release may be open.
    const isOthers = (entry: KeptEntry) =>
      entry.owner === owner && entry.release !== release && !(isStart && entry.atMs < this.#startedAtMs);
    const gone = all.filter((entry) => !kept.includes(entry) && !isOthers(entry));
    if (gone.length > 0 && !this.#isOver) await store.remove(gone.map(({ name }) => name));
    return kept;
  }

  /** Reads one entry at a time: a crowd that reconnects at once already causes many requests. */
  async #check(requests: readonly RecheckRequest[]): Promise<void> {
    const { client, clock } = this.#parts;
    let isReachable = true;
    for (const entry of [...(await this.#tidy()), ...this.#dropped.list()]) {
      const isShown = client.getQueryCache().find({ queryKey: entry.key, exact: true })?.isActive() ?? false;
      const mayBeOld = requests.filter(
        ({ prefix, atMs }) => entry.atMs <= atMs && beginsWith(entry.key, prefix),
      );
      if (isShown || mayBeOld.length === 0) continue;
      if (!isReachable || mayBeOld.every((one) => this.#canWait(entry, one))) {
        this.#postpone(entry.key, mayBeOld);
        continue;
      }
      if (this.#isOver || !this.#parts.isCurrent()) return;
      try {
        await this.#readAgain(entry);
        if (mayBeOld.some(({ isHint }) => isHint))
          this.#readOnHintAtMs.set(JSON.stringify(entry.key), clock.now());
      } catch (cause) {
        this.#postpone(entry.key, mayBeOld);
        isReachable = isServerResponse(cause) && !NOT_NOW.has(cause.status);
      }
      await new Promise<void>((resolve) => clock.after(RECHECK_PAUSE_MS, resolve));
    }
  }

  /** After a reconnection an entry can wait if it was read in this visit, less than `FRESH_MS` before; after a hint, if reread
   * on a hint within `HINT_REST_MS`. Others are reread now. */
  #canWait(entry: KeptEntry, { prefix, atMs, isHint }: RecheckRequest): boolean {
    if (prefix.length === 0) return entry.atMs >= this.#startedAtMs && entry.atMs > atMs - FRESH_MS;
    if (!isHint) return false;
    const readAtMs = this.#readOnHintAtMs.get(JSON.stringify(entry.key)) ?? Number.NEGATIVE_INFINITY;
    return this.#parts.clock.now() < readAtMs + HINT_REST_MS;
  }

  #postpone(key: QueryKey, requests: readonly RecheckRequest[]): void {
    this.#postponed.set(JSON.stringify(key), {
      prefix: key,
      atMs: Math.max(...requests.map(({ atMs }) => atMs)),
      isHint: requests.some(({ isHint }) => isHint),
    });
    this.#stopWaiting ??= this.#parts.clock.after(FRESH_MS, () => {
      this.#stopWaiting = null;
      this.#rechecks.push(...this.#postponed.values());
      this.#postponed.clear();
      this.#checkSoon();
    });
  }

  /** @throws if there was no usable response; 403 and 404 delete the entry */
  async #readAgain({ key, seenAtMs }: KeptEntry): Promise<void> {
    const read = this.#kindOf(key)?.read;
    if (!read) return;
    const { store, clock } = this.#parts;
    try {
      const result = await this.#dropped.unlessDropped(key, async () => ({
        data: await read(),
        // A page, perhaps of another tab, may have asked for it since the check began.
        seenAtMs: (this.#pending.get(JSON.stringify(key)) ?? (await store.get(key)))?.seenAtMs ?? seenAtMs,
      }));
      if (result !== null && !this.#isOver) this.#keep(key, result.data, clock.now(), result.seenAtMs);
    } catch (cause) {
      if (!isNotAllowed(cause)) throw cause;
      await this.#drop(key);
    }
  }
}

/** A proxy's response says nothing about the person. */
const isNotAllowed = (error: unknown): boolean => isServerResponse(error) && NOT_ALLOWED.has(error.status);
