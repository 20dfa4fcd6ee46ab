import type { Queryable } from '#server/db/database.ts';

/** Local handlers get the buffer itself and must not change it. */
export type BusHandler = (message: Buffer) => void;

/** In order per publisher and subject. Messages get lost in an outage: see `onChange`. */
export type Bus = {
  publish(subject: string, message: Buffer): void;
  /** One stored by `keep` reaches every process even if this one or NATS fails. */
  publishAccessLoss(loss: AccessLoss): void;
  /** In the transaction of the change; call `publishAccessLoss` after its commit. */
  keep(tx: Queryable, losses: readonly AccessLoss[]): Promise<void>;
  /** False when certainly nobody on any process handles the subject. */
  mayReach(subject: string): boolean;
  /** Resolves once messages of every process arrive. */
  subscribe(subject: string, handler: BusHandler): Promise<() => void>;
  /** Resolves once what this process has published is on its way to all others. May reject, or take as long as an outage. */
  passedOn(): Promise<void>;
  isConnected(): boolean;
  /** Resolves when other processes stay unreachable for good. */
  readonly lost: Promise<Error>;
  onChange(listener: (connected: boolean) => void): void;
  close(): Promise<void>;
};

export type AccessLoss = {
  /** Distinguishes the loss from the same message at another time. */
  key: string;
  subject: string;
  message: Buffer;
};

export function createLocalBus(): Bus {
  // Replaced and never mutated; a set takes four times the memory.
  const subjects = new Map<string, readonly BusHandler[]>();
  const publish = (subject: string, message: Buffer) => {
    for (const handler of subjects.get(subject) ?? []) handler(message);
  };
  return {
    publish,
    publishAccessLoss: ({ subject, message }) => publish(subject, message),
    // `openBus` replaces it on Postgres.
    async keep() {},
    mayReach: (subject) => subjects.has(subject),
    async subscribe(subject, handler) {
      const handlers = subjects.get(subject);
      subjects.set(subject, handlers === undefined ? [handler] : [...handlers, handler]);
      return () => {
        const others = (subjects.get(subject) ?? []).filter((other) => other !== handler);
        if (others.length > 0) subjects.set(subject, others);
        else subjects.delete(subject);
      };
    },
    async passedOn() {},
    isConnected: () => true,
    lost: new Promise(() => {}),
    onChange() {},
    async close() {
      subjects.clear();
    },
  };
}
