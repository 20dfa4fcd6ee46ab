import { ApiError } from './api.ts';

/** Whether the server refused something because a backup has been restored since it was made (OPS-11). */
export const isOfOtherEpoch = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.code === 'conflict' && cause.fields.epoch !== undefined;
