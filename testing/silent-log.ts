import type { DatabaseLog } from '@hereabouts/server/db/database';

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };
